"""One turn: its route, its runs, its final result, the verification and the outcome. Knows no concrete tool, wire
format or database.
"""
