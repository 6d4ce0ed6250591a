import { createHash } from 'node:crypto'
import type { Locale } from '@crewline/contract/accounts'
import { formatNumber } from '@crewline/contract/formats'
import { msg } from '@crewline/contract/localized-text'
import type { RetentionClass } from '@crewline/contract/retention'
import type { LocalizedText } from '@crewline/contract/words'
import { fail } from '../../kernel/failure.ts'
import type { Download } from '../../kernel/http/serve.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import { makePdf } from '../../kernel/pdf/sheet.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { cutoffsOf, runsOf } from './views.ts'

const CLASSES: Record<RetentionClass, LocalizedText> = {
  messages: msg({ message: 'Messages' }),
  attachments: msg({ message: 'Attachments' }),
  voicemails: msg({ message: 'Voicemail recordings' }),
  form_answers: msg({ message: 'Form answers' }),
  former_contacts: msg({ message: 'Former contacts' }),
  log_ins: msg({ message: 'Login history' }),
  audit_details: msg({ message: 'Details of the audit log' }),
}

/** Returns the certificate of a finished purge: what was deleted, what stayed, and the digest that the audit log has, too. */
export async function certificate(scope: Scope, id: string): Promise<Download> {
  if (scope.isLimitedToGroups) fail('not_permitted')
  const [[run], before] = await Promise.all([runsOf(scope.db, id), cutoffsOf(scope.db, id)])
  if (run?.state !== 'done' || run.finishedAt === null) return fail('not_found')
  const { organization } = await organizationOf(scope.db, scope.orgId)
  const language = languageOf(scope)
  const write = (text: LocalizedText) => localize(text, language)
  const title = write(msg({ message: 'Certificate of deletion' }))
  const certified = { organization: scope.orgId, run, before }
  const hash = createHash('sha256').update(JSON.stringify(certified)).digest('hex')
  const about = { title, creator: organization.name, at: new Date(run.finishedAt), footer: `SHA-256 ${hash}` }
  const content = await makePdf(about, async (sheet) => {
    await sheet.write(title, { size: 18 })
    sheet.space(1)
    await sheet.pair(write(msg({ message: 'Organization' })), organization.name)
    await sheet.pair(write(msg({ message: 'Started (UTC)' })), run.startedAt)
    await sheet.pair(write(msg({ message: 'Finished (UTC)' })), run.finishedAt ?? '')
    await sheet.pair(write(msg({ message: 'Audit log' })), run.id)
    sheet.rule()
    for (const { class: name, deleted, held } of run.counts) {
      sheet.space(0.5)
      await sheet.write(write(CLASSES[name]), { size: 12, isKeptWithNext: true })
      await sheet.pair(write(msg({ message: 'Older than (UTC)' })), before[name] ?? '')
      await sheet.pair(write(msg({ message: 'Deleted' })), numberIn(deleted, language))
      await sheet.pair(write(msg({ message: 'Kept by legal holds and open requests' })), numberIn(held, language))
    }
    sheet.space(1)
    sheet.rule()
    await sheet.pair(write(msg({ message: 'Digest of deleted ids' })), run.digest)
    sheet.space(0.5)
    await sheet.write(
      write(
        msg({
          message:
            'The digest is a SHA-256 over the ids of everything that was deleted, in order. The entry of the audit log with this id contains the same digest.',
        }),
      ),
      { ink: 'faint' },
    )
  })
  return { download: true, name: 'certificate-of-deletion.pdf', type: 'application/pdf', content }
}

function numberIn(count: number, language: Locale): string {
  return formatNumber(count, language)
}
