"""HTTP and nothing else: what a request says, who says it, and how the answer looks."""
