import { fileIdsOf, pictureIdsOf } from '@crewline/contract/block-rules'
import type { BodyOf } from '@crewline/contract/endpoint'
import { msg } from '@crewline/contract/localized-text'
import type { NewsContent, NewsIssue, saveNewsIssue } from '@crewline/contract/news'
import { NEWS_ISSUES_MAX, NEWS_VERSION_MS } from '@crewline/contract/news-limits'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { forgetPages } from '../../kernel/pages/memory.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { revokeLinks } from '../links/index.ts'
import { filesOf } from './files.ts'
import { linksOfPictures, picturesOf } from './pictures.ts'
import { CODE_BYTES, codeFrom } from './rules.ts'
import {
  addIssue,
  addVersion,
  countIssues,
  deleteIssue,
  isDifferent,
  lastVersionAt,
  lockIssue,
  saveIssue,
  setArchived,
  type LockedIssue,
} from './store.ts'
import { filesById, issueById, picturesById, versionContent, visibleGroups, type IssueContext } from './views.ts'

/** Returns what describes issues besides their rows. */
export function contextOf(scope: Scope, kernel: Kernel): IssueContext {
  return {
    publicUrl: kernel.config.publicUrl,
    now: scope.world.now(),
    linksOf: (fileIds) => linksOfPictures(scope, fileIds),
  }
}

/** Returns one issue with its content, pictures and files. Fails with `not_found`. */
export async function readIssue(scope: Scope, kernel: Kernel, id: string): Promise<{ issue: NewsIssue }> {
  const issue = (await issueById(scope.db, id, contextOf(scope, kernel))) ?? fail('not_found')
  const pictures = await picturesOf(scope, pictureIdsOf(issue.content))
  return { issue: { ...issue, pictures, files: await filesOf(scope, fileIdsOf(issue.content.blocks)) } }
}

/** Creates a draft. */
export async function create(scope: Scope, kernel: Kernel, content: NewsContent): Promise<{ issue: NewsIssue }> {
  const id = scope.world.id()
  await scope.tx(async (tx) => {
    await requireFiles(tx, content)
    refuseNames(scope, content)
    await add(tx, { id, content, groupIds: [] })
  })
  return readIssue(scope, kernel, id)
}

async function add(
  tx: Tx,
  { id, content, groupIds }: { id: string; content: NewsContent; groupIds: string[] },
): Promise<void> {
  if ((await countIssues(tx)) >= NEWS_ISSUES_MAX)
    fail('too_many', { text: msg({ message: 'Delete issues that you no longer need first.' }) })
  await addIssue(tx, { id, code: codeFrom(tx.world.bytes(CODE_BYTES)), content, groupIds })
  tx.audit('news.created', id, { title: content.title })
}

/** Saves what members write. What it replaces is kept in the history when someone else, or an earlier sitting, wrote it. */
export async function save(
  scope: Scope,
  kernel: Kernel,
  { id, body }: { id: string; body: BodyOf<typeof saveNewsIssue> },
): Promise<{ issue: NewsIssue }> {
  const { version, content } = body
  const groupIds = [...new Set(body.groupIds)]
  await scope.tx(async (tx) => {
    const before = await lockVersion(tx, id, version)
    await requireFiles(tx, content)
    refuseNames(scope, content, before.content)
    await requireGroups(tx, groupIds, before.groupIds)
    if (!(await isDifferent(tx, id, { content, groupIds }))) return
    if (await keepVersion(tx, before, 'edited')) tx.audit('news.changed', id, { title: content.title })
    await saveIssue(tx, id, { content, groupIds })
  })
  return readIssue(scope, kernel, id)
}

/** Replaces the content by an earlier version. Its pictures still exist, because versions keep theirs. */
export async function restore(
  scope: Scope,
  kernel: Kernel,
  { id, version, versionId }: { id: string; version: number; versionId: string },
): Promise<{ issue: NewsIssue }> {
  await scope.tx(async (tx) => {
    const before = await lockVersion(tx, id, version)
    const content = (await versionContent(tx.db, id, versionId)) ?? fail('not_found')
    refuseNames(scope, content, before.content)
    await addVersion(tx, id, versionOf(before, 'restored'))
    await saveIssue(tx, id, { content, groupIds: before.groupIds })
    tx.audit('news.restored', id, { versionId })
  })
  return readIssue(scope, kernel, id)
}

/** Creates a draft with the same content and groups. */
export async function duplicate(scope: Scope, kernel: Kernel, id: string): Promise<{ issue: NewsIssue }> {
  const copyId = scope.world.id()
  await scope.tx(async (tx) => {
    const { content, groupIds } = (await lockIssue(tx, id)) ?? fail('not_found')
    await add(tx, { id: copyId, content, groupIds })
  })
  return readIssue(scope, kernel, copyId)
}

/** Moves an issue to the archive, or back. */
export async function archive(
  scope: Scope,
  kernel: Kernel,
  { id, archived }: { id: string; archived: boolean },
): Promise<{ issue: NewsIssue }> {
  await scope.tx(async (tx) => {
    const { archivedAt } = (await lockIssue(tx, id)) ?? fail('not_found')
    if ((archivedAt !== null) === archived) return
    await setArchived(tx, id, archived ? tx.world.now() : null)
    tx.audit(archived ? 'news.archived' : 'news.unarchived', id)
  })
  forgetPages(kernel, scope.orgId)
  return readIssue(scope, kernel, id)
}

/** Deletes an issue: its address and its links stop working. */
export async function remove(scope: Scope, kernel: Kernel, id: string): Promise<object> {
  await scope.tx(async (tx) => {
    if (!(await lockIssue(tx, id))) fail('not_found')
    await deleteIssue(tx, id)
    await revokeLinks(tx, { kind: 'news', id })
    tx.audit('news.deleted', id)
  })
  forgetPages(kernel, scope.orgId)
  return {}
}

/** Locks an issue in the version that the member saw. Fails with `not_found` or `outdated`. */
export async function lockVersion(tx: Tx, id: string, version: number): Promise<LockedIssue> {
  const issue = (await lockIssue(tx, id)) ?? fail('not_found')
  return issue.version === version ? issue : fail('outdated')
}

/**
 * Refuses a block that names people to a member limited to some groups, who may not see them all. Blocks that the issue
 * had before stay.
 */
export function refuseNames(
  { isLimitedToGroups }: Pick<Scope, 'isLimitedToGroups'>,
  { blocks }: NewsContent,
  before?: NewsContent,
): void {
  if (!isLimitedToGroups) return
  const known = new Set(before?.blocks.flatMap(({ id, type }) => (type === 'celebrations' ? [id] : [])))
  const added = blocks.filter(({ id, type }) => type === 'celebrations' && !known.has(id))
  if (added.length === 0) return
  const text = msg({ message: 'This block names people of every group. Ask a teammate who sees all contacts.' })
  fail('invalid', { text, fieldErrors: Object.fromEntries(added.map(({ id }) => [`blocks.${id}`, text])) })
}

async function keepVersion(tx: Tx, before: LockedIssue, reason: 'edited'): Promise<boolean> {
  if (before.content.title === '' && before.content.blocks.length === 0) return false
  const isOwn = tx.actor.kind === 'member' && before.changedBy === tx.actor.userId
  const last = await lastVersionAt(tx, before.id)
  if (isOwn && last && tx.world.now().getTime() - last.getTime() < NEWS_VERSION_MS) return false
  await addVersion(tx, before.id, versionOf(before, reason))
  return true
}

function versionOf({ content, changedBy, changedAt }: LockedIssue, reason: 'edited' | 'restored') {
  return { content, reason, by: changedBy, at: changedAt }
}

async function requireFiles(tx: Tx, content: NewsContent): Promise<void> {
  const pictures = pictureIdsOf(content)
  const files = fileIdsOf(content.blocks)
  if (pictures.length > 0 && (await picturesById(tx.db, pictures)).length < pictures.length) fail('file_unknown')
  if ((await filesById(tx.db, files)).length < files.length) fail('file_unknown')
}

/** Groups that were chosen before may be out of the member's sight; new ones may not. */
async function requireGroups(tx: Tx, groupIds: string[], before: string[]): Promise<void> {
  const added = groupIds.filter((id) => !before.includes(id))
  if (added.length > 0 && (await visibleGroups(tx.db, added)).size < added.length)
    fail('invalid', { fieldErrors: { groupIds: msg({ message: 'This group no longer exists. Choose another.' }) } })
}
