/** What the checks of a file are about, in the order in which people ask. */
export const CHECK_GROUPS = ["opens", "fits", "legible", "finished", "key", "everybody", "safe", "works"] as const;
export type CheckGroup = (typeof CHECK_GROUPS)[number];

const WORDS: Record<Exclude<CheckGroup, "opens" | "works">, string> = {
  fits: "overflow overlap off_slide no_room too_full cut wide_picture wide_table lost_text outside undefined undefined_at_first",
  legible:
    "low_contrast small_text tiny_text no_glyph rare_glyph glyphs unsure_glyphs bare_font unseen hidden looks_empty many_bullets long_bullet formula formula_mark dollars",
  finished:
    "leftover markup empty_bullet empty_slide empty_heading empty_equation empty_link empty_option empty_question broken_picture dangling unresolved lost no_title same_title same_slide no_notes section no_such_id twice",
  key: "all_right alike_option answer_twice blanks contradicted equal_option feedback_count few_options leak longest longest_option no_answer no_blank no_model_answer no_parts no_such_option not_an_order not_one not_true_false one_partner pairs right_distractor same_id same_option same_question skewed",
  everybody: "no_alt no_alt_chart no_alt_picture no_alt_table no_language no_viewport",
  safe: "active external dialog element evaluates frame leaves meta network no_policy stores style_url url weak_policy left request",
};

const GROUP_OF = new Map(
  Object.entries(WORDS).flatMap(([group, words]) => words.split(" ").map((word) => [word, group as CheckGroup])),
);

/** The group of a check. What has no group of its own is about whether the file opens, or whether a page runs. */
export function groupOf(code: string): CheckGroup {
  const found = GROUP_OF.get(code.slice(code.lastIndexOf(".") + 1));
  return found ?? (code.startsWith("page.run.") ? "works" : "opens");
}

/** The checks by group, without the groups that have none. */
export function grouped<T extends { code: string }>(checks: readonly T[]): [CheckGroup, T[]][] {
  return CHECK_GROUPS.map((group): [CheckGroup, T[]] => [
    group,
    checks.filter((check) => groupOf(check.code) === group),
  ]).filter(([, found]) => found.length > 0);
}
