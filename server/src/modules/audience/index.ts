// Answers which contacts a filter, a list or a selection means: compiles rules to SQL, counts, iterates, and explains
// why a contact matches. Owns no tables. Must not depend on how groups or messages are stored: it receives both as SQL
// through ports.
import { defineModule } from '../../kernel/module.ts'
import { routes } from './routes.ts'

export { filterContext } from './context.ts'
export { forEachBatch } from './each-batch.ts'
export { checkFilter } from './filter-rules/check.ts'
export type { FilterContext } from './filter-rules/context.ts'
export { contactActivityRules, groupMembership } from './ports.ts'
export type { ContactActivity } from './views/activity.ts'
export { canText, compileFilter } from './views/compile.ts'
export { explainMatch } from './views/explain.ts'
export { contactList } from './views/list.ts'
export type { GroupMembership, SelectionCount } from './views/membership.ts'
export { audienceContext, audienceIds, audienceIdsBy, countSelection } from './views/selection.ts'
export { idsMatchingTerms } from './views/terms.ts'
export { audienceWhere, contactsWithConsent } from './views/where.ts'

export const module = defineModule({ name: 'audience', owns: [], routes })
