import { fingerprintOf, textsOf, type Texts } from '@crewline/contract/block-rules'
import { dayIn } from '@crewline/contract/calendar'
import type { Block } from '@crewline/contract/blocks'
import { NewsContent, type NewsReaction } from '@crewline/contract/news'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { create } from '../../modules/news/edit.ts'
import { uploadPicture } from '../../modules/news/pictures.ts'
import { publish } from '../../modules/news/publish.ts'
import { addVisits } from '../../modules/news/store.ts'
import { organizationOf } from '../../modules/organizations/index.ts'
import { memberByEmail } from './broadcast-members.ts'
import { draw, DRAWINGS } from './drawings.ts'
import { writePoll } from './forms.ts'
import { DAY } from './moments.ts'
import { TIMEZONE } from './organizations.ts'

/** The drawings of the gallery, what they show, and that in Spanish. */
const GALLERY: [name: keyof typeof DRAWINGS, alt: string, spanish: string][] = [
  ['gate', 'The new gate with its barrier', 'La nueva entrada con su barrera'],
  ['lot', 'Lot B with free spaces', 'El lote B con lugares libres'],
  ['shuttle', 'The shuttle at its stop', 'El transporte en su parada'],
]

/** Days from the seeding of the demo to its event. */
const EVENT_IN_DAYS = 7

/** The blocks of the issue; `day` is when the gate is shown. */
const blocksFor = ({ day, pollId, pictures }: { day: string; pollId: string; pictures: string[] }): Block[] => [
  {
    id: 'bdemo1',
    type: 'callout',
    tone: 'important',
    text: [{ text: 'Lot A is closed on Monday and Tuesday. Park on lot B.' }],
  },
  {
    id: 'bdemo2',
    type: 'paragraph',
    text: [
      { text: 'The new gate opens ' },
      { text: 'at 5:30', bold: true },
      { text: ', so that the first shift is not held up.' },
    ],
  },
  { id: 'bdemo3', type: 'heading', level: 2, text: [{ text: 'What to bring' }] },
  {
    id: 'bdemo4',
    type: 'list',
    style: 'bullets',
    items: [[{ text: 'Your badge' }], [{ text: 'A warm jacket, it is a five minute walk' }]],
  },
  {
    id: 'bdemo10',
    type: 'gallery',
    pictures: GALLERY.map(([, alt], nth) => ({ fileId: pictures[nth] ?? '', alt, isDecoration: false })),
  },
  { id: 'bdemo11', type: 'poll', formId: pollId },
  {
    id: 'bdemo6',
    type: 'quote',
    text: [{ text: 'Two minutes more to walk, ten minutes less to wait.' }],
    from: 'Rosa, gate team',
  },
  {
    id: 'bdemo7',
    type: 'event',
    title: 'Walk through the new gate',
    startsAt: `${day}T14:00`,
    endsAt: `${day}T14:30`,
    timezone: TIMEZONE,
    place: 'Gate 3',
  },
  { id: 'bdemo8', type: 'heading', level: 2, text: [{ text: 'We celebrate' }] },
  { id: 'bdemo9', type: 'celebrations', days: 14 },
  { id: 'bdemo5', type: 'button', label: 'See the map', href: 'https://acmefoods.example/parking' },
]
const TITLE = 'New gate and parking'

/** The Spanish texts of the title and of each block. */
const SPANISH: Record<string, Texts> = {
  title: [[{ text: 'Nueva entrada y estacionamiento' }]],
  bdemo1: [[{ text: 'El lote A está cerrado el lunes y el martes. Estaciona en el lote B.' }]],
  bdemo2: [
    [
      { text: 'La nueva entrada abre ' },
      { text: 'a las 5:30', bold: true },
      { text: ', para no retrasar el primer turno.' },
    ],
  ],
  bdemo3: [[{ text: 'Qué llevar' }]],
  bdemo4: [[{ text: 'Tu credencial' }], [{ text: 'Una chamarra, son cinco minutos a pie' }]],
  bdemo10: GALLERY.map(([, , spanish]) => [{ text: spanish }]),
  bdemo6: [
    [{ text: 'Dos minutos más de camino, diez minutos menos de espera.' }],
    [{ text: 'Rosa, equipo de la entrada' }],
  ],
  bdemo7: [[{ text: 'Recorrido por la nueva entrada' }], [{ text: 'Puerta 3' }]],
  bdemo8: [[{ text: 'Celebramos' }]],
  bdemo5: [[{ text: 'Ver el mapa' }]],
}

/** Readers of the demo, by language and reaction. */
const READERS: [language: string, reaction: NewsReaction | undefined, count: number][] = [
  ['en', undefined, 71],
  ['en', 'useful', 23],
  ['en', 'like', 12],
  ['es', undefined, 38],
  ['es', 'useful', 17],
  ['es', 'love', 4],
]

/** Writes a published issue in two languages with its readers, and a draft. */
export async function writeNews(kernel: Kernel, orgId: string): Promise<void> {
  const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
  const member = await memberByEmail(kernel, orgId, 'owner@demo.test')
  const actor = { kind: 'member', scope: 'all', sessionId: '', locale: 'en', ...member } as const
  const scope = makeScope(kernel, organization, actor, 'demo-news')
  const pictures: string[] = []
  for (const [name] of GALLERY)
    pictures.push((await uploadPicture(scope, kernel, { name: `${name}.png`, bytes: draw(DRAWINGS[name]) })).picture.id)
  const pollId = await scope.tx(writePoll)
  const day = dayIn(TIMEZONE, kernel.world.now().getTime() + EVENT_IN_DAYS * DAY)
  const blocks = blocksFor({ day, pollId, pictures })
  const sources: [string, Texts][] = [
    ['title', [[{ text: TITLE }]]],
    ...blocks.map((block): [string, Texts] => [block.id, textsOf(block)]),
  ]
  const es = Object.fromEntries(
    sources.map(([key, texts]) => [key, { of: fingerprintOf(texts), texts: SPANISH[key] ?? [] }]),
  )
  const content = NewsContent.parse({ title: TITLE, blocks, languages: ['es'], translations: { es } })
  const { issue } = await create(scope, kernel, content)
  await publish(scope, kernel, { id: issue.id, version: issue.version, expiresAt: null })
  await create(scope, kernel, NewsContent.parse({ title: 'Holiday schedule', blocks: [blocks[2]] }))
  const system = kernel.database.asSystem('the demo is seeded')
  const now = kernel.world.now()
  const visits = READERS.flatMap(([language, reaction, count]) =>
    Array.from({ length: count }, (_, nth) => ({
      orgId,
      issueId: issue.id,
      visitor: kernel.world.bytes(16),
      language,
      views: nth % 5 === 0 ? 2 : 1,
      isDeep: nth % 3 !== 0,
      ...(reaction && { reaction }),
    })),
  )
  await addVisits(system, visits, now)
}
