// What a member wrote in an issue and the server does not have yet, kept on this device: a tab that closes without a
// connection loses nothing.
import type { NewsIssue } from '@crewline/contract/news'
import type { DraftOwner } from '../../shared/lib/drafts.ts'
import { readStored, removeStored, writeStored } from '../../shared/lib/storage.ts'
import { isSame, mergeContents } from './merge-rules.ts'
import type { IssueParts } from './useIssueDraft.ts'

/** The changes of a member, with what they began from. */
export interface Unsaved {
  base: IssueParts
  mine: IssueParts
}

/** What an editor begins with. */
export interface Start {
  parts: IssueParts
  /** Changes of an earlier tab that are not on the server yet. */
  isUnsaved: boolean
  /** Whether a teammate saved since, and in how many places both changed the same. */
  merged: { conflicts: number } | undefined
}

function keyOf({ userId, organizationId }: DraftOwner, issueId: string): string {
  return `news-unsaved/${userId}/${organizationId}/${issueId}`
}

/** Keeps changes on this device. */
export function keepUnsaved(owner: DraftOwner, issueId: string, unsaved: Unsaved): void {
  writeStored(keyOf(owner, issueId), unsaved)
}

/** Forgets changes that the server has. */
export function dropUnsaved(owner: DraftOwner, issueId: string): void {
  removeStored(keyOf(owner, issueId))
}

/** Returns what an editor begins with: the issue, with the changes that an earlier tab could not save. */
export function startFrom(issue: NewsIssue, owner: DraftOwner): Start {
  const saved: IssueParts = { content: issue.content, groupIds: issue.groupIds }
  const stored = readStored(keyOf(owner, issue.id))
  if (!isUnsaved(stored)) return { parts: saved, isUnsaved: false, merged: undefined }
  const { base, mine } = stored
  const { content, conflicts } = mergeContents(base.content, mine.content, issue.content)
  return {
    parts: { content, groupIds: isSame(base.groupIds, mine.groupIds) ? issue.groupIds : mine.groupIds },
    isUnsaved: true,
    merged: isSame(base.content, issue.content) ? undefined : { conflicts },
  }
}

/** Another version of the app may have stored something else. */
function isUnsaved(value: unknown): value is Unsaved {
  const { base, mine } = (value ?? {}) as Partial<Record<'base' | 'mine', unknown>>
  return isParts(base) && isParts(mine)
}

function isParts(value: unknown): value is IssueParts {
  const { content, groupIds } = (value ?? {}) as { content?: Partial<IssueParts['content']>; groupIds?: unknown }
  return (
    Array.isArray(groupIds) &&
    typeof content?.title === 'string' &&
    typeof content.language === 'string' &&
    Array.isArray(content.blocks) &&
    Array.isArray(content.languages) &&
    typeof content.translations === 'object'
  )
}
