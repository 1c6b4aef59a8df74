"""Knocking at doors outside the house: which addresses may be called, how a call is signed, how long it lasts."""
