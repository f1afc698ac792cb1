"""Page kinds that work from data alone: no code comes from a model, so nothing in them can be broken by one."""
