/** The parts of an issue, as they stand in its address. */
export const ISSUE_TABS = ['edit', 'languages', 'share', 'history', 'results'] as const
export type IssueTab = (typeof ISSUE_TABS)[number]
