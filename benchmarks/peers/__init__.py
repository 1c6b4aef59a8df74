"""Other people's software beside ours: what is measured of it. Nothing here is part of Farshore."""
