import { OptInContent } from '@crewline/contract/opt-in'
import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { addHits } from '../../modules/links/store.ts'
import { makeLinks } from '../../modules/opt-in/links.ts'
import { wordingOf } from '../../modules/opt-in/rules.ts'
import { addJoin, addPage, addViews, saveJoin, savePage } from '../../modules/opt-in/store.ts'
import { organizationOf } from '../../modules/organizations/index.ts'
import { memberByEmail } from './broadcast-members.ts'

/** People of the demo who joined through the page. */
const JOINED = 9
/** Visits of the page. */
const VIEWS = 64
/** Of these, through the code of the poster. */
const SCANS = 23

/** Writes one published opt-in page, and the forms of some contacts. */
export async function writeOptInPage(kernel: Kernel, orgId: string): Promise<void> {
  const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
  const member = await memberByEmail(kernel, orgId, 'owner@demo.test')
  const actor = { kind: 'member', scope: 'all', sessionId: '', locale: 'en', ...member } as const
  const scope = makeScope(kernel, organization, actor, 'demo-opt-in')
  const pageId = kernel.world.id()
  const content = OptInContent.parse({
    name: 'Break room',
    url: 'acme-break-room',
    keyword: 'JOIN',
    title: {
      en: 'Get shift news by text',
      es: 'Recibe noticias de tu turno por mensaje',
      ht: 'Resevwa nouvèl travay pa mesaj',
    },
    intro: {
      en: 'Closures, open shifts and safety notes, straight to your phone.',
      es: 'Cierres, turnos libres y avisos de seguridad, directo a tu teléfono.',
      ht: 'Fèmti, orè disponib ak nòt sekirite, dirèk sou telefòn ou.',
    },
    languages: ['en', 'es', 'ht'],
    fields: [
      { source: 'firstname', required: true },
      { source: 'lastname', required: false },
    ],
    frequency: { count: 4, per: 'week' },
    termsUrl: 'https://acmefoods.example/texting-terms',
    privacyUrl: 'https://acmefoods.example/privacy',
    doubleOptIn: true,
    verifyPhone: false,
    duplicate: 'update',
    actions: [],
  })
  await scope.tx(async (tx) => {
    await addPage(tx, pageId, content, 'join')
    const given = { id: pageId, content, publicUrl: kernel.config.publicUrl, known: { codes: {}, base: '' } }
    const links = await makeLinks(tx, given)
    await savePage(tx, pageId, { content, keyword: 'join', status: 'active', links })
    const firstClickAt = tx.world.now()
    const scanned = Object.values(links.codes).map((code) => ({ code, clicks: SCANS, bots: 2, firstClickAt }))
    await addHits(tx, scanned)
    const people = await sql<{ id: string; phone: string; firstname: string; lastname: string; language: string }>`
      select id, phone, firstname, lastname, language from contact
      where org_id = ${orgId} and phone is not null and archived_at is null and language in ('en', 'es', 'ht') and work = 'active'
      order by created_at desc, id limit ${JOINED}`.execute(tx.db)
    for (const { id: contactId, phone, firstname, lastname, language } of people.rows) {
      const join = {
        id: kernel.world.id(),
        pageId,
        phone,
        state: 'reply' as const,
        entered: { firstname, lastname },
        language: content.languages.find((candidate) => candidate === language) ?? 'en',
        wording: wordingOf(content, organization.name, 'en'),
        method: 'qr' as const,
        isProved: false,
      }
      await addJoin(tx, { ...join, tokenHash: null, codeFingerprint: null, expiresAt: tx.world.now() })
      await saveJoin(tx, join.id, { state: 'joined', contactId, isProved: true })
    }
  })
  await addViews(kernel.database.asSystem('the demo is seeded'), orgId, pageId, VIEWS)
}
