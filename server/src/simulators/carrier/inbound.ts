import type { Network } from './network.ts'
import type { Recording, Text } from './records.ts'

/** Texts of workers that reached the carrier for lines of this account, the oldest first. */
export function listedTexts(network: Network, account: string, isWanted: (text: Text) => boolean): Text[] {
  return network.typed.filter((text) => {
    // Without signal a text is still on its phone.
    const isOnPhone = text.state === 'sending' && network.faultsOf(text.from).delivery === 'no_signal'
    return !isOnPhone && network.lines.get(text.to)?.account === account && isWanted(text)
  })
}

/** The messages that callers of this account's lines left in a call. */
export function recordingsOfCall(network: Network, account: string, callId: string): Recording[] {
  return [...network.recordings.values()].filter(
    (one) => one.callId === callId && network.lines.get(one.number)?.account === account,
  )
}

/** Whose file it is and of what type: a file of a worker's text or a message that a caller left. */
export function ownerOfMedia(network: Network, id: string): { account: string; mime: string } | null {
  const recording = network.recordings.get(id)
  const text = recording ? undefined : network.typed.findLast((one) => one.media?.some((file) => file.id === id))
  const file = recording?.media ?? text?.media?.find((one) => one.id === id)
  const account = network.lines.get(recording?.number ?? text?.to ?? '')?.account
  return file && account !== undefined ? { account, mime: file.mime } : null
}
