import type { FileToSend } from './carrier.ts'
import { fileFrom } from './photo.ts'

const rate = 8_000

/** A running recording; `stop` ends it and returns it in telephone quality. */
export interface OpenMicrophone {
  stop: () => Promise<FileToSend>
  drop: () => void
}

/** Opens the microphone; fails when there is none or permission is denied. */
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

/** Converts a recording to 8 kHz, 16 bit and one channel, as a WAV file. */
async function telephoneSound(recorded: Blob): Promise<Blob> {
  const context = new AudioContext()
  const decoded = await context.decodeAudioData(await recorded.arrayBuffer())
  await context.close()
  const offline = new OfflineAudioContext(1, Math.max(1, Math.ceil(decoded.duration * rate)), rate)
  const source = offline.createBufferSource()
  source.buffer = decoded
  source.connect(offline.destination)
  source.start()
  const samples = (await offline.startRendering()).getChannelData(0)
  return new Blob(
    [writeWavHeader(samples.length), Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767)],
    {
      type: 'audio/x-wav',
    },
  )
}

function writeWavHeader(samples: number): ArrayBuffer {
  const header = new DataView(new ArrayBuffer(44))
  const writeText = (at: number, text: string) => {
    for (let n = 0; n < text.length; n += 1) header.setUint8(at + n, text.charCodeAt(n))
  }
  writeText(0, 'RIFF')
  header.setUint32(4, 36 + samples * 2, true)
  writeText(8, 'WAVEfmt ')
  header.setUint32(16, 16, true)
  header.setUint16(20, 1, true)
  header.setUint16(22, 1, true)
  header.setUint32(24, rate, true)
  header.setUint32(28, rate * 2, true)
  header.setUint16(32, 2, true)
  header.setUint16(34, 16, true)
  writeText(36, 'data')
  header.setUint32(40, samples * 2, true)
  return header.buffer
}
