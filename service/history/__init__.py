"""What finished games tell: a history to search and export, and the profiles of those who played."""
