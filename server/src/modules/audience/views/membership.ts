import type { FilterNode, Selection } from '@crewline/contract/filters'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** The number of contacts of a selection, and how many of them can get messages. */
export interface SelectionCount {
  count: number
  reachableCount: number
}

/** What filters, selections and lists ask about groups. */
export interface GroupMembership {
  /** The rules of a group that every organization has; undefined for a group whose members are stored. */
  builtInRules(orgId: string, groupId: string): FilterNode | undefined
  /** Whether contact `c` is a stored member of one of these groups. */
  isMember(groupIds: string[]): RawBuilder<SqlBool>
  /**
   * Counts a selection of all members of these groups from stored counts; undefined while changes wait to be counted
   * there, because then only the contacts give the right number.
   */
  countMembers(db: Db, orgId: string, groupIds: string[], selection: Selection): Promise<SelectionCount | undefined>
}
