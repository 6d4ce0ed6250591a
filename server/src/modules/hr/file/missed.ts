import { msg } from '@crewline/contract/localized-text'
import { localize } from '../../../kernel/i18n/localize.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { queueMail, unlinked } from '../../mail/index.ts'
import { organizationOf } from '../../organizations/index.ts'
import { notifyManagers } from '../notices.ts'
import { systemScope } from '../scope.ts'
import { settingsFrom } from '../settings-rules.ts'
import { lockConnection, noteMissedFile, type Connection } from '../store/connection.ts'
import { managersOf, organizationsThatExpectFiles, readyFilesSince } from './missed-views.ts'
import { isFileFor, lastOccasion, type Occasion } from './missed-rules.ts'

/** Reports files that were expected by a moment and did not arrive, in the app and by email: once for each occasion. */
export async function reportMissedFiles(kernel: Kernel, by = kernel.world.now()): Promise<void> {
  const system = kernel.database.asSystem('files of people that every organization expects are looked for')
  for (const orgId of await organizationsThatExpectFiles(system)) {
    try {
      await reportFor(kernel, orgId, by)
    } catch (error) {
      kernel.log.warn({ err: error, org: orgId }, 'hr: a missing file could not be reported, trying again')
    }
  }
}

async function reportFor(kernel: Kernel, orgId: string, by: Date): Promise<void> {
  const scope = await systemScope(kernel, orgId)
  await scope.tx(async (tx) => {
    const connection = await lockConnection(tx)
    const occasion = connection && missedOccasion(connection, by, tx.org.timezone)
    if (!connection || !occasion) return
    // Also one that arrived after its time is no reason for a notice.
    const wasReported = connection.missedFileAt?.getTime() === occasion.since.getTime()
    if (isFileFor(occasion, await readyFilesSince(tx.db, orgId, occasion.since), wasReported)) return
    await noteMissedFile(tx, occasion.due)
    tx.audit('hr-file.missed', null, { due: occasion.due.toISOString() })
    notifyManagers(tx, `missed-${occasion.due.getTime()}`, 'missed')
    // Before the commit: an occasion that counts as reported is not reported again.
    await mailManagers(kernel, orgId)
  })
}

/** Queues all mails or none. */
async function mailManagers(kernel: Kernel, orgId: string): Promise<void> {
  const db = kernel.database.ofOrg(orgId)
  const { organization } = await organizationOf(db, orgId)
  const system = kernel.database.asSystem('members are emailed about a file of people that did not arrive')
  const values = { organization: unlinked(organization.name) }
  const managers = await managersOf(db, orgId)
  await system.transaction().execute(async (queued) => {
    for (const { email, locale } of managers) {
      const write = (text: ReturnType<typeof msg>) => localize(text, locale)
      await queueMail(kernel, queued, {
        to: email,
        language: locale,
        kind: 'notice',
        subject: write(msg({ message: 'The file of people for {organization} has not arrived', values })),
        lines: [
          write(
            msg({
              message:
                'It was expected by now, so contacts are as current as the file before. Nothing was changed, and no one counts as having left.',
            }),
          ),
          write(msg({ message: 'Check the system that sends it, or send the file in Settings, Integrations.' })),
        ],
        action: {
          label: write(msg({ message: 'Open Integrations' })),
          url: `${kernel.config.publicUrl}/dashboard/settings?tab=integrations#hr-files`,
        },
      })
    }
  })
}

/** The occasion that passed, unless it was reported, or passed before files were expected. */
function missedOccasion(connection: Connection, now: Date, timeZone: string): Occasion | undefined {
  const { expectsFile } = settingsFrom(connection.settings)
  if (connection.state !== 'connected' || connection.source !== 'file' || !expectsFile) return undefined
  const occasion = lastOccasion(expectsFile, now, timeZone)
  const from = Math.max(connection.missedFileAt?.getTime() ?? 0, connection.connectedAt?.getTime() ?? 0)
  return occasion && occasion.due.getTime() > from ? occasion : undefined
}
