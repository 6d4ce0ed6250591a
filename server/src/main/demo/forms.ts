import { FormContent } from '@crewline/contract/form-content'
import { FORM_ANONYMOUS_MIN } from '@crewline/contract/form-limits'
import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Tx } from '../../kernel/scope.ts'
import { randomId } from '../../modules/forms/random-id.ts'
import { addForm, lockForm, publishVersion } from '../../modules/forms/store/forms.ts'
import {
  addAnonymousResponse,
  addParticipant,
  addResponse,
  showResponses,
} from '../../modules/forms/store/responses.ts'
import { organizationOf } from '../../modules/organizations/index.ts'
import { memberByEmail } from './broadcast-members.ts'

const SWAP = FormContent.parse({
  name: 'Shift swap request',
  title: { en: 'Shift swap request', es: 'Cambio de turno' },
  intro: {
    en: 'Takes a minute. Your supervisor reads it today.',
    es: 'Toma un minuto. Tu supervisor lo lee hoy.',
  },
  languages: ['en', 'es'],
  questions: [
    {
      id: 'q1',
      type: 'choice',
      required: true,
      label: { en: 'Which shift do you want to swap?', es: '¿Qué turno quieres cambiar?' },
      options: [
        { id: 'o1', label: { en: 'Friday night', es: 'Viernes noche' } },
        { id: 'o2', label: { en: 'Saturday morning', es: 'Sábado mañana' } },
        { id: 'o3', label: { en: 'Sunday night', es: 'Domingo noche' } },
      ],
    },
    { id: 'q2', type: 'short_text', label: { en: 'Who takes it?', es: '¿Quién lo toma?' } },
    { id: 'q3', type: 'long_text', label: { en: 'Why?', es: '¿Por qué?' } },
  ],
})

const PULSE = FormContent.parse({
  name: 'How are we doing?',
  title: { en: 'How are we doing?', es: '¿Cómo vamos?' },
  languages: ['en', 'es'],
  anonymous: true,
  questions: [
    {
      id: 'q1',
      type: 'rating',
      required: true,
      label: { en: 'How well does your supervisor support you?', es: '¿Qué tanto te apoya tu supervisor?' },
    },
    {
      id: 'q2',
      type: 'long_text',
      label: { en: 'What should we change first?', es: '¿Qué deberíamos cambiar primero?' },
    },
  ],
})

const ROUTE = FormContent.parse({
  name: 'Way to the new gate',
  title: { en: 'Way to the new gate', es: 'Camino a la nueva entrada' },
  languages: ['en', 'es'],
  questions: [
    {
      id: 'q1',
      type: 'choice',
      required: true,
      label: { en: 'How will you get to the new gate?', es: '¿Cómo llegarás a la nueva entrada?' },
      options: [
        { id: 'o1', label: { en: 'On foot from lot B', es: 'A pie desde el lote B' } },
        { id: 'o2', label: { en: 'With the shuttle', es: 'En el transporte' } },
        { id: 'o3', label: { en: 'By bike', es: 'En bicicleta' } },
      ],
    },
  ],
})
/** How many readers chose each answer. */
const ROUTE_CHOICES = { o1: 38, o2: 21, o3: 6 }

const REASONS = ['My sister’s wedding', 'Doctor’s appointment', 'Cita en la escuela de mi hija', 'Exam on Saturday', '']
const WISHES = ['Fans at the loading dock', 'Post the schedule earlier', 'Más agua en la línea 3', 'New gloves', '']

/** Writes two published forms with answers: one of known people, and an anonymous one. */
export async function writeForms(kernel: Kernel, orgId: string): Promise<void> {
  const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
  const member = await memberByEmail(kernel, orgId, 'owner@demo.test')
  const actor = { kind: 'member', scope: 'all', sessionId: '', locale: 'en', ...member } as const
  const scope = makeScope(kernel, organization, actor, 'demo-forms')
  await scope.tx(async (tx) => {
    const people = await sql<{ id: string }>`
      select id from contact where org_id = ${orgId} and archived_at is null and work = 'active' order by id limit 17`.execute(
      tx.db,
    )
    const contactIds = people.rows.map(({ id }) => id)
    const swapId = await publish(tx, 'shiftswap2', SWAP)
    for (const [at, contactId] of contactIds.entries()) {
      await addParticipant(tx, swapId, contactId)
      const answers = { q1: `o${(at % 3) + 1}`, q2: ['Sam', 'Ana', 'Ben'][at % 3] ?? '', q3: REASONS[at % 5] ?? '' }
      const given = Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== ''))
      await addResponse(tx, {
        id: tx.world.id(),
        formId: swapId,
        version: 1,
        contactId,
        answers: given,
        language: at % 3 === 0 ? 'es' : 'en',
        fileIds: [],
        via: 'link',
      })
    }
    const pulseId = await publish(tx, 'howarewe22', PULSE)
    for (const [at] of contactIds.entries()) {
      const wish = WISHES[at % 5] ?? ''
      const answers = { q1: String((at % 4) + 2), ...(wish && { q2: wish }) }
      await addAnonymousResponse(tx, { id: randomId(tx.world), formId: pulseId, version: 1, answers, language: 'en' })
      await showResponses(tx, pulseId, FORM_ANONYMOUS_MIN)
    }
  })
}

/** Writes a poll with the answers of readers, and returns its id. */
export async function writePoll(tx: Tx): Promise<string> {
  const formId = await publish(tx, 'gateroute2', ROUTE)
  for (const [q1, count] of Object.entries(ROUTE_CHOICES))
    for (let nth = 0; nth < count; nth += 1)
      await addResponse(tx, {
        id: tx.world.id(),
        formId,
        version: 1,
        contactId: null,
        answers: { q1 },
        fileIds: [],
        via: 'public',
        language: nth % 3 === 0 ? 'es' : 'en',
      })
  return formId
}

async function publish(tx: Tx, code: string, content: FormContent): Promise<string> {
  const id = tx.world.id()
  await addForm(tx, { id, code, content })
  const form = await lockForm(tx, id)
  if (form) await publishVersion(tx, form)
  return id
}
