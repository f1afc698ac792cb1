"""Reasons and phrases about quiz formats."""

from collections.abc import Mapping
from typing import Final

MESSAGES: Final[Mapping[str, str]] = {
    "quiz.convert.file": "the quiz to read: {known}",
    "quiz.convert.formats": "Formats, and what they cannot hold:",
    "quiz.convert.key": "add the answers at the end ({known}); they are left out by default",
    "quiz.lacks.as_blank": "short answers with a blank in the question (become fill-ins)",
    "quiz.lacks.blank_points": "points that do not divide evenly among the blanks",
    "quiz.lacks.blanks_as_pairs": "several blanks (become a matching)",
    "quiz.lacks.blanks_differ": "blanks without an answer",
    "quiz.lacks.cards": "points, question types and feedback for options",
    "quiz.lacks.join": "; ",
    "quiz.lacks.key_inside": "secret answers (they are in the source of the page)",
    "quiz.lacks.no_distractors": "distractors",
    "quiz.lacks.no_explanation": "explanations of composite questions",
    "quiz.lacks.no_feedback": "feedback for options",
    "quiz.lacks.no_glyph": "characters outside the bundled fonts, such as emoji",
    "quiz.lacks.no_key": "answers, explanations and feedback without --key",
    "quiz.lacks.no_labels": "difficulty, knowledge point, tags and ids",
    "quiz.lacks.no_model_answer": "model answers",
    "quiz.lacks.no_points": "points",
    "quiz.lacks.no_title": "title and language",
    "quiz.lacks.order_as_pairs": "orderings (become a matching)",
    "quiz.lacks.parts_apart": "composite questions (become separate questions)",
    "quiz.lacks.quoted": "cells that begin like a formula (get a quote in front)",
    "quiz.lacks.shown_order": "the order in which items are first shown",
    "quiz.lacks.tex_shown": "some formulas (appear as TeX)",
    "reason.quizzes.format_taken": "A format with this name or file extension exists already.",
    "reason.quizzes.key_formats": "Only these formats can be made with or without the answer key: {known}.",
    "reason.quizzes.unknown_file": "Quizzes are read from {known}.",
    "reason.quizzes.unknown_output": "Give the file one of these extensions, or choose a format with --to: {known}.",
    "reason.quizzes.unknown_format": "Choose one of these formats: {known}.",
}
