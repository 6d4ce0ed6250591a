import type { BodyInput } from '@crewline/contract/endpoint'
import { chatChannels, connectChatChannel, type ChatChannel } from '@crewline/contract/integrations'
import { sql } from 'kysely'
import { makeEgress } from '../../src/kernel/egress/send-outside.ts'
import { postDue } from '../../src/modules/integrations/deliver.ts'
import { recordAll } from '../../src/modules/integrations/recording.ts'
import { prove } from './api-keys.ts'
import { makeContact, type TestContact } from './cast.ts'
import { chatOf, type SimulatedChannel } from './chat.ts'
import type { TestApp } from './test-app.ts'

type Chosen = Partial<BodyInput<typeof connectChatChannel>>

let made = 1000

/** What tests do with the chat channels of Acme. */
export function chatChannelsOf(t: TestApp) {
  const { kernel } = t.process
  const egress = makeEgress({ allowsPrivate: true })
  const owner = () => kernel.database.ofOrg(t.acme.id)
  const system = () => kernel.database.asSystem('tests look at posts')
  const ann = () => t.as(t.acme.ann)
  const chat = chatOf(t.process.address)
  const post = () => postDue(kernel, egress)
  return {
    ann,
    chat,
    egress,
    owner,
    post,
    system,
    connect: async (channel: SimulatedChannel, chosen: Chosen = {}): Promise<ChatChannel> => {
      const { kind, url, name } = channel
      await prove(t, t.acme.ann)
      const { body } = await ann().call(connectChatChannel, {
        body: { kind, url, name, events: ['reply.overdue'], ...chosen },
      })
      if (!body.channel) throw new Error(`not connected: ${JSON.stringify(body)}`)
      return body.channel
    },
    /** Records and posts what happened. */
    deliver: async (): Promise<void> => {
      await recordAll(kernel)
      await post()
    },
    /** Ends every wait for another attempt. */
    makeDue: () =>
      sql`with c as (update chat_channel set resume_at = null) update chat_post set next_at = now() - interval '1 second' where state = 'waiting'`.execute(
        system(),
      ),
    /** A contact who has waited since so many minutes ago. */
    waiting: async (minutes: number, values: { firstname?: string; text?: string } = {}): Promise<TestContact> => {
      const { firstname = 'Wanda', text = 'Call me at +1 415 555 2671, I am sick' } = values
      made += 1
      const contact = await makeContact(kernel, t.acme.id, firstname, `+1312555${String(made).padStart(4, '0')}`)
      await sql`
        insert into conversation (org_id, contact_id, waiting_since, last_direction, last_preview, last_at)
        values (${t.acme.id}, ${contact.id}, now() - ${`${minutes} minutes`}::interval, 'in', ${text}, now())`.execute(
        owner(),
      )
      return contact
    },
    /** As if the channels had been connected an hour ago. */
    connectedAnHourAgo: () => sql`update chat_channel set since = now() - interval '1 hour'`.execute(system()),
    /** Disconnects every channel and answers everyone who waits. */
    reset: async (): Promise<void> => {
      await sql`delete from chat_channel`.execute(owner())
      await sql`update conversation set waiting_since = null where org_id = ${t.acme.id}`.execute(owner())
    },
    texts: async ({ id }: SimulatedChannel): Promise<string[]> =>
      (await chat.channel(id)).posts.map(({ lines }) => lines.join('\n')),
    stateOf: async (id: string): Promise<ChatChannel | undefined> =>
      (await ann().call(chatChannels)).body.channels.find((one) => one.id === id),
  }
}
