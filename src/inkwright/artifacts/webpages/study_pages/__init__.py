"""Study pages generated from data alone: flashcards, timelines, matching, sorting, diagrams, plotters, simulations."""
