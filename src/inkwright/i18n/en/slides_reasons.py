"""English reasons: why the description of a deck or a slide is refused."""

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    "reason.slides.blank": "it must not be blank",
    "reason.slides.both": "{first}; {second}",
    "reason.slides.chart_rows": "each line needs a category and its numbers, separated by commas",
    "reason.slides.code_line": "a line has {count} {count:character|characters}, but at most {most} fit; break it",
    "reason.slides.code_lines": "it has {count} {count:line|lines}, but at most {most} fit; split it over several slides",
    "reason.slides.json": "it is not valid JSON ({detail})",
    "reason.slides.layout": "A slide is an object whose layout is one of: {layouts}",
    "reason.slides.layout_taken": "Another layout has this name.",
    "reason.slides.pair": "{first}, {second}",
    "reason.slides.picture_base64": "the image is not valid base64: {detail}",
    "reason.slides.picture_damaged": "It must be a complete PNG, JPEG or GIF image.",
    "reason.slides.picture_data": "an image must be written as data:image/png;base64,… (png, jpeg or gif)",
    "reason.slides.picture_empty": "the image is empty",
    "reason.slides.picture_missing": "Provide an image with this name.",
    "reason.slides.picture_name": "it must be the plain name of an image file or a data: URI ({problem})",
    "reason.slides.picture_pixels": "An image can have at most {most} {most:pixel|pixels}.",
    "reason.slides.picture_type": "the name of an image file must end in .png, .jpg, .jpeg or .gif",
    "reason.slides.pie_series": "a pie can have only one series; use bar or line for several",
    "reason.slides.pie_slices": "a pie can have 2 to {most} {most:slice|slices}; use bar for {count} {count:category|categories}",
    "reason.slides.pie_values": "the slices of a pie must not be negative or all zero",
    "reason.slides.row": "row {number} has {cells} {cells:cell|cells}, but the header has {header}",
    "reason.slides.series": "series {number} has {values} {values:value|values} for {categories} {categories:category|categories}",
    "reason.slides.slide": "slide {number}",
    "reason.yaml.syntax": "line {line}, column {column}: {detail}",
}
