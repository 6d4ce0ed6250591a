import type { HrFile, HrFileVia, HrKey } from '@crewline/contract/hr-files'
import type { LocalizedText } from '@crewline/contract/words'
import { sql } from 'kysely'
import { localize } from '../../../kernel/i18n/localize.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { languageOf, type Scope } from '../../../kernel/scope.ts'
import { hostKeyOf } from '../sftp/host-key.ts'
import { sftpAddress, sftpUser } from '../sftp/server.ts'
import { connectionOf } from '../store/connection.ts'
import { newestFile } from '../store/files.ts'
import { missingFields } from './person-rules.ts'

/** The files that are listed. */
const SHOWN = 10

interface FileRow {
  id: string
  name: string
  via: HrFileVia
  sentBy: string | null
  state: 'ready' | 'refused'
  rows: number
  problem: LocalizedText | null
  createdAt: Date
}

/** How files of people arrive at the organization, and the last ones. */
export async function filesOf(kernel: Kernel, scope: Scope) {
  const { orgId } = scope
  const [connection, newest, keys, files] = await Promise.all([
    connectionOf(scope.db, orgId),
    newestFile(scope.db, orgId),
    listKeys(scope),
    sql<FileRow>`
      select f.id, f.name, f.via, f.state, f.rows, f.problem, f.created_at as "createdAt",
        coalesce(k.name, nullif(trim(concat_ws(' ', u.firstname, u.lastname)), '')) as "sentBy"
      from hr_file f left join user_account u on u.id = f.user_id left join hr_key k on k.org_id = f.org_id and k.id = f.key_id
      where f.org_id = ${orgId} and f.state <> 'reading' order by f.created_at desc, f.id desc limit ${SHOWN}`.execute(
      scope.db,
    ),
  ])
  const address = sftpAddress(kernel)
  const columns = connection?.source === 'file' ? connection.fileColumns : null
  return {
    isConnected: connection?.state === 'connected' && connection.source === 'file',
    uploadUrl: `${kernel.config.publicUrl}/hr/file`,
    sftp: address ? { ...address, user: sftpUser(orgId), fingerprint: hostKeyOf(kernel).fingerprint } : null,
    keys,
    files: files.rows.map((file): HrFile => ({
      ...file,
      problem: file.problem ? localize(file.problem, languageOf(scope)) : null,
      createdAt: file.createdAt.toISOString(),
    })),
    headers: newest?.headers ?? [],
    columns,
    missing: columns ? missingFields(columns) : [],
  }
}

/** The keys of programs that work. */
export async function listKeys({ db, orgId }: Scope): Promise<HrKey[]> {
  const found = await sql<Omit<HrKey, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date | null }>`
    select id, kind, name, start, created_at as "createdAt", last_used_at as "lastUsedAt" from hr_key
    where org_id = ${orgId} and revoked_at is null order by created_at, id`.execute(db)
  return found.rows.map((key) => ({
    ...key,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  }))
}
