import type { Network } from './network.ts'
import type { Recording, Text } from './records.ts'

/** Lists the contacts' messages that reached the carrier for lines of this account, oldest first. */
export function listedTexts(network: Network, account: string, matches: (text: Text) => boolean): Text[] {
  return network.typed.filter((text) => {
    // Without signal a message is still on its phone.
    const isOnPhone = text.state === 'sending' && network.faultsOf(text.from).delivery === 'no_signal'
    return !isOnPhone && network.lines.get(text.to)?.account === account && matches(text)
  })
}

/** Lists the voicemails that callers of this account's lines left in a call. */
export function recordingsOfCall(network: Network, account: string, callId: string): Recording[] {
  return [...network.recordings.values()].filter(
    (recording) => recording.callId === callId && network.lines.get(recording.number)?.account === account,
  )
}

/** Returns the account and the type of a file, which is part of a contact's message or a voicemail. */
export function ownerOfMedia(network: Network, id: string): { account: string; mime: string } | null {
  const recording = network.recordings.get(id)
  const text = recording
    ? undefined
    : network.typed.findLast((candidate) => candidate.media?.some((file) => file.id === id))
  const file = recording?.media ?? text?.media?.find((item) => item.id === id)
  const account = network.lines.get(recording?.number ?? text?.to ?? '')?.account
  return file && account !== undefined ? { account, mime: file.mime } : null
}
