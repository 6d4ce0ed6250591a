// Adds a worker and texts them, then lists the newest contacts. Run it with the address of your server and an API key
// with the permissions to read and edit contacts and to send messages:
//
//     CREWLINE=http://127.0.0.1:3000 CREWLINE_KEY=crewline_… node client/examples/welcome.ts +15550102233
import { CrewlineError, makeClient, type CrewlineClient } from '../src/crewline.ts'

/** Adds a worker with this number and sends a welcome; returns the id of the message. */
export async function welcome(client: CrewlineClient, phone: string): Promise<string> {
  const { contact } = await client.call('createContact', { body: { firstname: 'Sam', lastname: 'Example', phone } })
  const { message } = await client.call('sendMessage', {
    body: { contactId: contact.id, body: 'Welcome to the crew, {first_name}!' },
  })
  return message.id
}

if (import.meta.main) {
  const client = makeClient({ address: process.env.CREWLINE ?? '', apiKey: process.env.CREWLINE_KEY ?? '' })
  try {
    process.stdout.write(`Sent message ${await welcome(client, process.argv[2] ?? '')}\n`)
  } catch (error) {
    if (!(error instanceof CrewlineError)) throw error
    process.stderr.write(`${error.code}: ${error.message} ${JSON.stringify(error.fieldErrors)}\n`)
    process.exitCode = 1
  }
}
