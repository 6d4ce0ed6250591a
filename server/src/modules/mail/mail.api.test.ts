import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { deliverMails, queueMail, type Email } from './index.ts'

interface Arrived {
  to: string[]
  raw: string
}

/** A local mail server that can temporarily refuse mail. */
async function mailServer() {
  const arrived: Arrived[] = []
  const state = { refuses: false }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let raw = ''
      stream.on('data', (part: Buffer) => (raw += part.toString()))
      stream.on('end', () => {
        if (state.refuses) return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        arrived.push({ to: session.envelope.rcptTo.map((recipient) => recipient.address), raw })
        return done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as { port: number }
  return { port, arrived, state, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

let t: TestApp
let outside: Awaited<ReturnType<typeof mailServer>>
beforeAll(async () => {
  outside = await mailServer()
  t = await testApp({
    roles: 'web',
    settings: { SMTP_URL: `smtp://127.0.0.1:${outside.port}`, MAIL_FROM: 'Crewline <hello@crew.example>' },
  })
})
afterAll(async () => {
  await t.close()
  await outside.close()
})

const system = () => t.process.kernel.database.asSystem('tests look into the queue')
const email = (more: Partial<Email> = {}): Email => ({
  to: 'ana@worker.example',
  language: 'en',
  kind: 'notice',
  subject: 'Hello <Ana> & co',
  lines: ['First line.', 'Second <b>line</b> "quoted".'],
  action: { label: 'Open', url: 'https://crew.example/a?b=1&c=2' },
  unsubscribeUrl: 'https://crew.example/stop',
  ...more,
})
const waiting = async () =>
  (await sql<{ attempts: number; sealed: string }>`select attempts, sealed from mail`.execute(system())).rows

test('delivers an email as text and HTML and deletes its row', async () => {
  await queueMail(t.process.kernel, system(), email())
  expect(JSON.stringify(await waiting())).not.toContain('crew.example')
  await deliverMails(t.process.kernel)
  const [mail] = outside.arrived
  expect(mail?.to).toEqual(['ana@worker.example'])
  expect(mail?.raw).toContain('From: Crewline <hello@crew.example>')
  expect(mail?.raw).toContain('List-Unsubscribe: <https://crew.example/stop>')
  expect(mail?.raw).toContain('multipart/alternative')
  expect(mail?.raw.replaceAll('=\r\n', '')).toContain('Second &#60;b&#62;line&#60;/b&#62;')
  expect(await waiting()).toEqual([])
})

test('offers mail programs one click only where the address takes it', async () => {
  const headersOf = async (more: object) => {
    await queueMail(t.process.kernel, system(), email({ to: 'click@worker.example', ...more }))
    await deliverMails(t.process.kernel)
    return outside.arrived.at(-1)?.raw.split(/\r?\n\r?\n/)[0]
  }
  expect(await headersOf({})).not.toContain('List-Unsubscribe-Post')
  expect(await headersOf({ isOneClick: true })).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
})

test('retries an email later with the same message id after a refusal', async () => {
  outside.state.refuses = true
  await queueMail(t.process.kernel, system(), email({ to: 'later@worker.example' }))
  await deliverMails(t.process.kernel)
  expect(await waiting()).toMatchObject([{ attempts: 1 }])
  // The retry is not immediate.
  await deliverMails(t.process.kernel)
  expect(await waiting()).toMatchObject([{ attempts: 1 }])
  outside.state.refuses = false
  await sql`update mail set due_at = now() - interval '1 second'`.execute(system())
  await deliverMails(t.process.kernel)
  expect(outside.arrived.at(-1)?.to).toEqual(['later@worker.example'])
  expect(await waiting()).toEqual([])
})

test('delivers each email once with two processes', async () => {
  const otherProcess = await t.another('web')
  const before = outside.arrived.length
  for (let count = 0; count < 12; count++)
    await queueMail(t.process.kernel, system(), email({ to: `n${count}@worker.example` }))
  const drain = async (kernel: typeof otherProcess.kernel) => {
    while (await deliverMails(kernel));
  }
  await Promise.all([drain(t.process.kernel), drain(otherProcess.kernel)])
  await Promise.all([drain(t.process.kernel), drain(otherProcess.kernel)])
  const got = outside.arrived.slice(before).map((recipients) => recipients.to[0])
  expect(got).toHaveLength(12)
  expect(new Set(got)).toEqual(new Set(Array.from({ length: 12 }, (_, count) => `n${count}@worker.example`)))
})

test('prevents header and recipient injection through email content', async () => {
  const before = outside.arrived.length
  await queueMail(
    t.process.kernel,
    system(),
    email({ to: 'eve@worker.example', subject: 'Hi\r\nBcc: other@worker.example' }),
  )
  await deliverMails(t.process.kernel)
  const [mail] = outside.arrived.slice(before)
  expect(mail?.to).toEqual(['eve@worker.example'])
  expect(mail?.raw.split(/\r?\n\r?\n/)[0]).not.toMatch(/^Bcc:/m)
})

test('drops expired mails', async () => {
  const before = outside.arrived.length
  await queueMail(t.process.kernel, system(), email())
  await sql`update mail set expires_at = now() - interval '1 minute'`.execute(system())
  await deliverMails(t.process.kernel)
  expect(outside.arrived).toHaveLength(before)
  expect(await waiting()).toEqual([])
})

test('has no outbox page with a mail server', async () => {
  const answer = await fetch(`${t.process.address}/dev/mails`)
  // Without a built web nothing is found; with it, the page of an unknown address answers.
  expect(answer.ok ? answer.headers.get('content-type') : 'none').not.toContain('json')
})
