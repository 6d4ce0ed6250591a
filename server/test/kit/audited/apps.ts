import {
  createBroadcast,
  deleteBroadcast,
  duplicateBroadcast,
  editBroadcast,
  followUpBroadcast,
  toggleBroadcastArchive,
} from '@crewline/contract/broadcasts'
import {
  approveBroadcast,
  launchBroadcast,
  pauseBroadcast,
  resumeBroadcast,
  skipNextDate,
  stopBroadcast,
  testBroadcast,
} from '@crewline/contract/launch'
import {
  deleteCelebration,
  saveCelebration,
  setCelebrationDigest,
  skipCelebration,
  testCelebration,
} from '@crewline/contract/celebrations'
import {
  askForDate,
  changeForm,
  createForm,
  deleteForm,
  deleteFormResponse,
  duplicateForm,
  exportForm,
  formResponses,
  publishForm,
  setFormKiosk,
  setFormState,
} from '@crewline/contract/forms'
import {
  addNewsFile,
  addNewsPicture,
  archiveNewsIssue,
  createNewsIssue,
  deleteNewsIssue,
  duplicateNewsIssue,
  endNewsIssue,
  NewsContent,
  newsVersions,
  planNewsIssue,
  publishNewsIssue,
  restoreNewsVersion,
  saveNewsIssue,
} from '@crewline/contract/news'
import { deleteOptInPage, saveOptInPage } from '@crewline/contract/opt-in'
import { editSettings } from '@crewline/contract/accounts'
import { sendVerificationCode, verifyPhoneCode } from '@crewline/contract/second-step'
import { personalMark } from '../../../src/kernel/pages/personal.ts'
import { makeUser } from '../cast.ts'
import { confirmOptIn, renderOptInPage, submitOptIn } from '@crewline/contract/join'
import { addNumbers } from '@crewline/contract/recipients'
import { draft as makeDraft, launch as launchAs, sendOut } from '../broadcasts.ts'
import { contentOf } from '../celebrations.ts'
import { pdf, photo } from '../files.ts'
import type { Recorder } from './recorder.ts'

/** Calls about broadcasts. */
export async function broadcast({ t, org, call }: Recorder): Promise<void> {
  const options = { quietHours: 'send' as const, quietReason: 'Tests run at night too' }
  const content = { name: 'Payday', audience: { contactIds: [org.bob.id] }, message: { body: 'Pay is here.' }, options }
  const draft = async (more: object = {}) => (await call(createBroadcast, { body: { ...content, ...more } })).broadcast
  const launch = ({ id, version }: { id: string; version: number }) =>
    call(launchBroadcast, { params: { id }, body: { version, expectedRecipients: 1 } })
  const first = await draft()
  const edited = await call(editBroadcast, { query: { id: first.id }, body: { version: first.version, name: 'Pay' } })
  const params = { id: first.id }
  const copy = await call(duplicateBroadcast, { params })
  await call(deleteBroadcast, { query: { id: copy.broadcast.id } })
  await launch(edited.broadcast)
  await call(pauseBroadcast, { params })
  await call(resumeBroadcast, { params })
  await sendOut(t)
  await call(followUpBroadcast, { params, body: { who: 'recipients' } })
  await call(toggleBroadcastArchive, { query: params, body: { archived: true } })
  const second = await draft()
  await launch(second)
  await call(stopBroadcast, { params: { id: second.id } })
  const start = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const schedule = { mode: 'recurring', start: `${start}T09:00`, timeZone: 'America/Chicago', frequency: 'daily' }
  const daily = await draft({ schedule })
  await launch(daily)
  await call(skipNextDate, { params: { id: daily.id } })
  await call(addNumbers, { body: { numbers: ['+14155550466'] } })
  const phone = '+14155552903'
  await call(sendVerificationCode, { body: { phone, source: 'settings' } })
  const { proof } = await call(verifyPhoneCode, { body: { phone, code: await t.codeTo(phone) } })
  await call(editSettings, { body: { phone, phoneProof: proof } })
  await call(testBroadcast, { params: { id: first.id } })
  const { celebration } = await call(saveCelebration, { query: {}, body: contentOf({ name: 'Tested' }) })
  await call(testCelebration, { body: { id: celebration.id, text: 0 } })
  const author = await makeUser(t.process.kernel, org.id, { firstname: 'Aud', lastname: 'Thor', role: 'author' })
  const own = await makeDraft(t, [org.bob.id], {}, author)
  await launchAs(t, own, author)
  await call(approveBroadcast, { params: { id: own.id }, body: { approved: true } })
}

/** Calls about news. */
export async function publishNews({ t, owner, call }: Recorder): Promise<void> {
  const content = (text: string) =>
    NewsContent.parse({ title: 'News', blocks: [{ id: 'b00001', type: 'paragraph', text: [{ text }] }] })
  const { issue } = await call(createNewsIssue, { body: { content: content('Hello') } })
  const params = { id: issue.id }
  const save = async (version: number, text: string) =>
    (await call(saveNewsIssue, { params, body: { version, content: content(text), groupIds: [] } })).issue.version
  const saved = await save(issue.version, 'Hello team')
  const soon = '2099-01-01T09:00'
  const planned = await call(planNewsIssue, { params, body: { version: saved, at: soon, expiresAt: null } })
  const published = await call(publishNewsIssue, { params, body: { version: planned.issue.version, expiresAt: null } })
  const { versions } = (await t.as(owner).call(newsVersions, { params })).body
  await call(restoreNewsVersion, {
    params,
    body: { version: published.issue.version, versionId: versions.at(-1)!.id },
  })
  await call(endNewsIssue, { params, body: { at: '2099-01-01T00:00:00.000Z' } })
  await call(archiveNewsIssue, { params, body: { archived: true } })
  await call(duplicateNewsIssue, { params })
  await call(deleteNewsIssue, { params })
  await call(addNewsPicture, { query: { name: 'gate.jpg' }, body: await photo() })
  await call(addNewsFile, { query: { name: 'rules.pdf' }, body: pdf })
}

/** Calls about forms and pages on which people join. */
export async function makeForms({ t, org, owner, call }: Recorder): Promise<void> {
  const question = { id: 'q1', type: 'short_text' as const, label: { en: 'Town' } }
  const body = {
    name: 'Address',
    title: { en: 'Where do you live?' },
    languages: ['en' as const],
    questions: [question],
  }
  const { form } = await call(createForm, { body })
  const params = { id: form.id }
  const changed = await call(changeForm, { params, body: { ...body, name: 'New address', version: form.version } })
  await call(publishForm, { params, body: { version: changed.form.version } })
  const path = new URL(changed.form.link).pathname
  const until = new Date(Date.now() + 60_000)
  const p = personalMark(t.process.kernel, { orgId: org.id, path, contactId: org.bob.id, until })
  await fetch(`${t.process.address}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ p, version: '1', q1: 'Joliet' }),
  })
  const { data } = (await t.as(owner).call(formResponses, { params, query: {} })).body
  await call(exportForm, { params, body: { format: 'csv' } })
  await call(deleteFormResponse, { params: { ...params, responseId: data[0]!.id }, query: { again: 'no' } })
  await call(setFormKiosk, { params, body: { idleSeconds: 30 } })
  await call(setFormState, { params, body: { to: 'closed' } })
  const copy = await call(duplicateForm, { params })
  await call(deleteForm, { params: { id: copy.form.id } })
  await call(askForDate, { body: { saveTo: 'birthday' } })
  const publish = async (url: string, verifyPhone: boolean) =>
    (
      await call(saveOptInPage, {
        query: {},
        body: {
          ...{ name: `Gate ${url}`, url, title: { en: 'Get shift news by text' }, languages: ['en'], fields: [] },
          ...{ frequency: { count: 4, per: 'week' }, termsUrl: 'https://acme.example/terms' },
          ...{
            privacyUrl: 'https://acme.example/privacy',
            doubleOptIn: !verifyPhone,
            verifyPhone,
            duplicate: 'update',
          },
          actions: [],
          status: 'active',
        },
      })
    ).page
  const join = async (url: string, phone: string) => {
    const shown = await t.as(null).call(renderOptInPage, { query: { url, lang: 'en' } })
    const consent = { accepted: true as const, version: shown.body.page.consent.version }
    return call(submitOptIn, { body: { url, phone, consent, lang: 'en' } }, null)
  }
  const page = await publish('audited', false)
  await join('audited', '+14155552901')
  await publish('audited-code', true)
  const { token } = await join('audited-code', '+14155552902')
  await call(confirmOptIn, { body: { token: token!, code: await t.codeTo('+14155552902') } }, null)
  await call(deleteOptInPage, { query: { id: page.id } })
}

/** Calls about celebrations. */
export async function celebrate({ org, call }: Recorder): Promise<void> {
  const { celebration } = await call(saveCelebration, { query: {}, body: contentOf() })
  const { id, version } = celebration
  await call(saveCelebration, { query: { id }, body: { ...contentOf({ time: '10:30' }), version } })
  await call(setCelebrationDigest, { body: { isOn: true } })
  await call(skipCelebration, {
    body: { id, contactId: org.bob.id, year: new Date().getUTCFullYear() + 1, skip: true },
  })
  await call(deleteCelebration, { query: { id } })
}
