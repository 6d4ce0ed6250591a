import { createForm, publishForm, setFormState, type Form } from '@crewline/contract/forms'
import { conversation } from '@crewline/contract/inbox'
import { editOrganization } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { draft, launch, sendOut } from '../../../test/kit/broadcasts.ts'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { receiveText } from '../../../test/kit/flows.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { remindUnfinished } from './jobs.ts'
import { personalMark } from '../../kernel/pages/personal.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

let nth = 0
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const someone = async (language = 'en') => {
  const contact = await makeContact(
    t.process.kernel,
    t.acme.id,
    'Rex',
    `+1415556${String((nth += 1)).padStart(4, '0')}`,
  )
  await sql`update contact set language = ${language} where id = ${contact.id}`.execute(db())
  return contact
}
const labels = (en: string, es: string) => ({ en, es })
const CONTENT = {
  name: 'Incident',
  title: labels('Report an incident', 'Informa de un incidente'),
  thanks: labels('We will call you.', 'Te llamaremos.'),
  languages: ['en' as const, 'es' as const],
  byText: true,
  questions: [
    { id: 'q0', type: 'info' as const, label: labels('It takes a minute.', 'Tarda un minuto.') },
    {
      ...{ id: 'q1', type: 'yes_no' as const, label: labels('Was anyone hurt?', '¿Hubo heridos?'), required: true },
      jumps: [{ on: 'no', to: 'q3' }],
    },
    { id: 'q2', type: 'short_text' as const, label: labels('Who?', '¿Quién?'), required: true },
    { id: 'q3', type: 'date' as const, label: labels('When?', '¿Cuándo?'), required: true },
    {
      ...{ id: 'q4', type: 'choices' as const, label: labels('Where?', '¿Dónde?') },
      options: [
        { id: 'dock', label: labels('Dock', 'Muelle') },
        { id: 'yard', label: labels('Yard', 'Patio') },
      ],
    },
  ],
}

async function publish(changes: object = {}): Promise<Form> {
  const ann = t.as(t.acme.ann)
  const { id } = (await ann.call(createForm, { body: { ...CONTENT, ...changes } })).body.form
  const { body } = await ann.call(publishForm, { params: { id }, body: { version: 1 } })
  if (body.status !== 'OK') throw new Error(JSON.stringify(body))
  return body.form
}
/** Texts the form in a broadcast, as a member does. */
async function textForm(form: Form, contacts: TestContact[]): Promise<void> {
  const ids = contacts.map(({ id }) => id)
  await launch(t, await draft(t, ids, { message: { body: `${form.title.en}\n${form.link}` } }))
  await sendOut(t)
}
const says = async (contact: TestContact, ...bodies: string[]) => {
  for (const body of bodies) await receiveText(t.process, t.acme, contact.phone, body)
}
const repliesTo = async (contact: TestContact) =>
  (
    await sql<{ body: string }>`
      select body from message where contact_id = ${contact.id} and kind = 'auto_reply' order by id`.execute(db())
  ).rows.map(({ body }) => body)
const responsesOf = async (form: Form) =>
  (
    await sql<{ contact_id: string | null; answers: object; language: string; via: string; version: number }>`
      select contact_id, answers, language, via, version from form_response where form_id = ${form.id} order by at, id`.execute(
      db(),
    )
  ).rows

describe('a form that was texted', () => {
  test('offers to answer by text, asks one question after the other, and stores one response', async () => {
    const [form, rex] = [await publish(), await someone()]
    await textForm(form, [rex])
    const sent = (await t.carrier.onPhone(rex.phone)).at(-1)?.body ?? ''
    expect(sent).toMatch(/^Report an incident\nhttp\S+\/l\/\w{8}\nOr reply OK to answer here by text\.$/)
    await says(rex, 'Ok', 'yes', 'Ana, her hand')
    expect(await responsesOf(form)).toEqual([])
    await says(rex, '12/24/2025', '2 and 1')
    expect(await repliesTo(rex)).toEqual([
      'It takes a minute.\nWas anyone hurt?\nReply 1 for Yes, 2 for No.',
      'Who?\nReply with your answer.',
      'When?\nReply with a date, such as 12/24/2026.',
      'Where?\n1 Dock\n2 Yard\nReply with one or more numbers, such as 1 3. Reply SKIP to skip.',
      'We will call you.',
    ])
    const answers = { q1: 'yes', q2: 'Ana, her hand', q3: '2025-12-24', q4: ['dock', 'yard'] }
    expect(await responsesOf(form)).toEqual([
      { contact_id: rex.id, answers, language: 'en', via: 'text', version: form.publishedVersion },
    ])
    const { conversation: shown } = (
      await t.as(t.acme.ann).call(conversation, { params: { id: rex.id }, query: { limit: 50 } })
    ).body
    expect(shown).toMatchObject({ unreadCount: 0, shared: { waitingSince: null } })
  })

  test('says before the first question that files are added on the page', async () => {
    const file = { id: 'q9', type: 'file' as const, label: labels('A photo', 'Una foto') }
    const [form, rex] = [await publish({ questions: [...CONTENT.questions, file] }), await someone('es')]
    await textForm(form, [rex])
    await says(rex, 'ok', 'no')
    const [first, second] = await repliesTo(rex)
    expect(first).toMatch(/^Para agregar una foto o un archivo, abre el enlace y responde ahí\.\nTarda un minuto\./)
    expect(second).toMatch(/^¿Cuándo\?/)
  })

  test('speaks the language of the contact, follows the answers, and stores what was answered last', async () => {
    const [form, rex] = [await publish(), await someone('es')]
    await textForm(form, [rex])
    await says(rex, 'sí', 'sí', 'volver', 'no', '24 de diciembre de 2025', 'omitir')
    expect((await repliesTo(rex)).slice(1)).toEqual([
      '¿Quién?\nResponde con tus palabras.',
      'Tarda un minuto.\n¿Hubo heridos?\nResponde 1 para SI, 2 para NO.',
      expect.stringContaining('¿Cuándo?') as string,
      expect.stringContaining('¿Dónde?') as string,
      'Te llamaremos.',
    ])
    expect(await responsesOf(form)).toMatchObject([{ answers: { q1: 'no', q3: '2025-12-24' }, language: 'es' }])
  })

  test('lets STOP and HELP win, and leaves other texts to the team', async () => {
    const [form, rex, eve] = [await publish(), await someone(), await someone()]
    await textForm(form, [rex, eve])
    await says(eve, 'The link does not open')
    expect(await repliesTo(eve)).toEqual([])
    await says(rex, 'ok', 'yes', 'HELP')
    expect((await repliesTo(rex)).at(-1)).not.toContain('?')
    await says(rex, 'STOP', 'Ana')
    expect(await responsesOf(form)).toEqual([])
    expect((await sql`select from consent where phone = ${rex.phone} and opted_out`.execute(db())).rows).toHaveLength(1)
  })

  test('takes one response of a person, by link or by text', async () => {
    const [form, rex] = [await publish({ questions: [CONTENT.questions[2]] }), await someone()]
    await textForm(form, [rex])
    const path = new URL(form.link).pathname
    const until = new Date(t.process.kernel.world.now().getTime() + 60_000)
    const mark = personalMark(t.process.kernel, { orgId: t.acme.id, path, contactId: rex.id, until })
    await fetch(`${t.process.address}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ p: mark, version: '1', 'a.q2': 'By link' }),
    })
    await says(rex, 'ok')
    expect(await repliesTo(rex)).toEqual(["We already have your answer. It can't be changed."])
    expect(await responsesOf(form)).toMatchObject([{ via: 'link', answers: { q2: 'By link' } }])
  })

  test('that closed meanwhile says so and stores nothing', async () => {
    const [form, rex] = [await publish(), await someone()]
    await textForm(form, [rex])
    await says(rex, 'ok', 'yes')
    await t.as(t.acme.ann).call(setFormState, { params: { id: form.id }, body: { to: 'closed' } })
    await says(rex, 'Ana')
    expect((await repliesTo(rex)).at(-1)).toBe('Sorry, this question is closed.')
    expect(await responsesOf(form)).toEqual([])
  })

  test('asks a reminded person again from the beginning, and once', async () => {
    const [form, rex] = [await publish({ questions: [CONTENT.questions[2]] }), await someone()]
    await textForm(form, [rex])
    await says(rex, 'ok')
    await textForm(form, [rex])
    await says(rex, 'ok', 'Ana')
    expect(await repliesTo(rex)).toEqual([
      'Who?\nReply with your answer.',
      'Who?\nReply with your answer.',
      'We will call you.',
    ])
    expect(await responsesOf(form)).toHaveLength(1)
  })
})

describe('a person who stops in the middle', () => {
  test('is reminded once, hears the question again after OK, and finishes', async () => {
    const [form, rex] = [await publish(), await someone()]
    await textForm(form, [rex])
    await says(rex, 'ok', 'yes')
    await remindUnfinished(t.process.kernel)
    expect(await repliesTo(rex)).toHaveLength(2)
    const system = t.process.kernel.database.asSystem('tests do not wait for hours')
    await sql`update flow_session set prompted_at = prompted_at - interval '4 hours' where contact_id = ${rex.id}`.execute(
      system,
    )
    // Never at night, and tests run at any hour.
    await t
      .as(t.acme.ann)
      .call(editOrganization, { body: { settings: { quietHours: { mode: 'off', start: '21:00', end: '08:00' } } } })
    // An organization that has to choose a plan first reminds no one.
    await sql`update organization set need_billing = true where id = ${t.acme.id}`.execute(system)
    await remindUnfinished(t.process.kernel)
    expect(await repliesTo(rex)).toHaveLength(2)
    await sql`update organization set need_billing = false where id = ${t.acme.id}`.execute(system)
    for (let time = 0; time < 2; time += 1) await remindUnfinished(t.process.kernel)
    expect((await repliesTo(rex)).slice(2)).toEqual(["You haven't finished your answers. Reply OK to continue."])
    await says(rex, 'ok', 'Ana', '12/24/2025', 'skip')
    expect((await repliesTo(rex))[3]).toContain('Who?')
    expect(await responsesOf(form)).toMatchObject([{ answers: { q1: 'yes', q2: 'Ana' } }])
  })
})

describe('a form that is answered by text', () => {
  const refusalOf = async (changes: object) => {
    const ann = t.as(t.acme.ann)
    const { id } = (await ann.call(createForm, { body: { ...CONTENT, ...changes } })).body.form
    const { body } = await ann.call(publishForm, { params: { id }, body: { version: 1 } })
    return (body as { fieldErrors?: Record<string, string> }).fieldErrors
  }

  test('is not anonymous, because a phone number sends the answers', async () => {
    expect(await refusalOf({ anonymous: true })).toEqual({
      byText: 'Answers by text are not anonymous, because a phone number sends them. Turn one of the two off.',
    })
  })

  test('has no answer that means STOP, HELP or BACK, and no question longer than a text', async () => {
    const asOptions = (...words: string[]) => words.map((en, at) => ({ id: `o${at}`, label: labels(en, en) }))
    const errors = await refusalOf({
      questions: [
        { id: 'q1', type: 'choice', label: labels('What now?', '¿Qué?'), options: asOptions('Stop', 'Go') },
        { ...{ id: 'q2', type: 'short_text', label: labels('Why?', '¿Por qué?') }, help: { en: 'x'.repeat(1000) } },
      ],
    })
    expect(errors?.['questions.q1']).toContain('STOP')
    const hurt = { id: 'q1', type: 'choice', label: labels('What hurts?', '¿Qué duele?') }
    const commands = await refusalOf({ questions: [{ ...hurt, options: asOptions('Back', 'Arm') }] })
    expect(commands?.['questions.q1']).toContain('BACK')
    // SKIP means something only where a question may be skipped.
    const check = { ...hurt, options: asOptions('Pass', 'Fail') }
    expect((await refusalOf({ questions: [check] }))?.['questions.q1']).toContain('BACK')
    expect(await refusalOf({ questions: [{ ...check, required: true }] })).toBeUndefined()
    expect(errors?.['questions.q2']).toContain('too long')
  })
})

describe('the largest number of responses', () => {
  test('closes the form exactly, however many answer at once', async () => {
    const form = await publish({ questions: [CONTENT.questions[2]], maxResponses: 3 })
    const path = new URL(form.link).pathname
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        fetch(`${t.process.address}${path}`, {
          method: 'POST',
          body: new URLSearchParams({ version: '1', 'a.q2': `Person ${at}` }),
        }),
      ),
    )
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(sent.filter(({ status }) => status === 410)).toHaveLength(9)
    expect(await responsesOf(form)).toHaveLength(3)
    const reopened = await t.as(t.acme.ann).call(setFormState, { params: { id: form.id }, body: { to: 'open' } })
    expect(reopened.body).toMatchObject({
      fieldErrors: {
        maxResponses: 'The form already has this many answers. Enter a higher number, or leave it empty.',
      },
    })
  })
})
