import type { FilterNode, Rule } from '@crewline/contract/filters'

/** Sentences about a form, by the field that each is about. */
export type Problems = Readonly<Record<string, string>>

/** Fields of the form that show their own sentence. */
const shown = new Set(['title', 'covers', 'to'])

/**
 * Returns the sentence about a filter, and the name of the contact field whose rule it is about, if it is about one rule.
 * The server names a rule by its place in the filter: `filter.children.0.value`.
 */
export function filterProblem(
  problems: Problems,
  filter: FilterNode | undefined,
): { text: string; field: string | undefined } | undefined {
  const found = Object.entries(problems).find(([name]) => isOfFilter(name))
  if (!found) return undefined
  const [name, text] = found
  return { text, field: filter && ruleAt(filter, name)?.field }
}

/** Returns a sentence that no field of the form shows. */
export function otherProblem(problems: Problems): string | undefined {
  return Object.entries(problems).find(([name]) => !shown.has(name) && !isOfFilter(name))?.[1]
}

function isOfFilter(name: string): boolean {
  return name === 'filter' || name.startsWith('filter.')
}

function ruleAt(filter: FilterNode, name: string): Rule | undefined {
  let part: FilterNode | Rule = filter
  for (const [, at] of name.matchAll(/children\.(\d+)/g)) {
    const child: FilterNode | Rule | undefined = 'children' in part ? part.children[Number(at)] : undefined
    if (!child) return undefined
    part = child
  }
  return 'children' in part ? undefined : part
}
