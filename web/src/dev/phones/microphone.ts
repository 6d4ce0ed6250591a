import type { FileToSend } from './carrier.ts'
import { fileFrom } from './photo.ts'

const rate = 8_000

/** A recording that is on; `stop` ends it and answers it as a telephone would have taken it. */
export interface OpenMicrophone {
  stop: () => Promise<FileToSend>
  drop: () => void
}

/** Opens the microphone; fails when there is none or the person says no. */
export async function openMicrophone(): Promise<OpenMicrophone> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const recorder = new MediaRecorder(stream)
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', (event) => parts.push(event.data))
  recorder.start()
  const release = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  return {
    stop: async () => {
      await new Promise<void>((resolve) => {
        recorder.addEventListener('stop', () => resolve(), { once: true })
        recorder.stop()
      })
      release()
      return fileFrom(await telephoneSound(new Blob(parts, { type: recorder.mimeType })))
    },
    drop: () => {
      if (recorder.state !== 'inactive') recorder.stop()
      release()
    },
  }
}

/** The same sound in 8 kHz, 16 bit and one channel, as a WAV file. */
async function telephoneSound(recorded: Blob): Promise<Blob> {
  const context = new AudioContext()
  const heard = await context.decodeAudioData(await recorded.arrayBuffer())
  await context.close()
  const offline = new OfflineAudioContext(1, Math.max(1, Math.ceil(heard.duration * rate)), rate)
  const source = offline.createBufferSource()
  source.buffer = heard
  source.connect(offline.destination)
  source.start()
  const samples = (await offline.startRendering()).getChannelData(0)
  return new Blob(
    [wavHead(samples.length), Int16Array.from(samples, (one) => Math.max(-1, Math.min(1, one)) * 32_767)],
    {
      type: 'audio/x-wav',
    },
  )
}

function wavHead(samples: number): ArrayBuffer {
  const head = new DataView(new ArrayBuffer(44))
  const letters = (at: number, words: string) => {
    for (let n = 0; n < words.length; n += 1) head.setUint8(at + n, words.charCodeAt(n))
  }
  letters(0, 'RIFF')
  head.setUint32(4, 36 + samples * 2, true)
  letters(8, 'WAVEfmt ')
  head.setUint32(16, 16, true)
  head.setUint16(20, 1, true)
  head.setUint16(22, 1, true)
  head.setUint32(24, rate, true)
  head.setUint32(28, rate * 2, true)
  head.setUint16(32, 2, true)
  head.setUint16(34, 16, true)
  letters(36, 'data')
  head.setUint32(40, samples * 2, true)
  return head.buffer
}
