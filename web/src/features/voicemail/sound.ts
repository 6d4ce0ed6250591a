import { useSyncExternalStore } from 'react'
import { nextSpeed, type Speed } from './sound-rules.ts'

/** A recording to be heard. */
export interface Recording {
  voicemailId: string
  messageId: string
  contactId: string
  /** Who left it, for the bar that follows the listener. */
  name: string
  url: string
  durationSec: number
}

/** What the one player of the page does now. */
export interface Sound {
  recording: Recording | null
  isPlaying: boolean
  /** Seconds from the start. */
  at: number
  speed: Speed
  /** It could not be opened, for instance because its link is old. */
  isBroken: boolean
}

const silent: Sound = { recording: null, isPlaying: false, at: 0, speed: 1, isBroken: false }
let sound = silent
let player: HTMLAudioElement | undefined
let hearMarker: (voicemailId: string | null) => void = () => {}
const listeners = new Set<() => void>()

function change(part: Partial<Sound>): void {
  const marked = sound.isPlaying ? sound.recording?.voicemailId : undefined
  sound = { ...sound, ...part }
  const playing = sound.isPlaying ? sound.recording?.voicemailId : undefined
  if (playing !== marked) hearMarker(playing ?? null)
  for (const listener of listeners) listener()
}

function thePlayer(): HTMLAudioElement {
  if (player) return player
  const made = new Audio()
  made.preload = 'auto'
  made.addEventListener('timeupdate', () => change({ at: made.currentTime }))
  made.addEventListener('play', () => change({ isPlaying: true, isBroken: false }))
  made.addEventListener('pause', () => change({ isPlaying: false }))
  made.addEventListener('ended', () => change({ isPlaying: false, at: 0 }))
  made.addEventListener('error', () => {
    if (sound.recording) change({ isPlaying: false, isBroken: true })
  })
  player = made
  return made
}

/** Plays a recording from a place, in seconds; whatever played before stops. */
export function playSoundOf(recording: Recording, at?: number): void {
  const audio = thePlayer()
  const isSame = sound.recording?.voicemailId === recording.voicemailId && !sound.isBroken
  const from = at ?? (isSame ? sound.at : 0)
  if (!isSame || sound.recording?.url !== recording.url) audio.src = recording.url
  change({ recording, at: from, isBroken: false })
  audio.currentTime = from
  audio.playbackRate = sound.speed
  audio.play().catch(() => change({ isPlaying: false }))
}

/** Stops for now; the place is kept. */
export function pauseSound(): void {
  player?.pause()
}

/** Goes to a place of the recording that is open, in seconds. */
export function seekSound(at: number): void {
  if (player && sound.recording) player.currentTime = at
  change({ at })
}

/** Hears on at the next speed. */
export function changeSpeed(): void {
  const speed = nextSpeed(sound.speed)
  if (player) player.playbackRate = speed
  change({ speed })
}

/** Ends hearing and forgets the recording. */
export function endSound(): void {
  player?.pause()
  player?.removeAttribute('src')
  change({ recording: null, isPlaying: false, at: 0, isBroken: false })
}

/** Tells which voicemail plays, whenever that changes; the newest listener counts. */
export function onPlaying(hear: (voicemailId: string | null) => void): void {
  hearMarker = hear
}

/** What the one player of the page does, followed while it changes. */
export function useSound(): Sound {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => sound,
  )
}
