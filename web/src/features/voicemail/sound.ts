import { useSyncExternalStore } from 'react'
import { nextSpeed, type Speed } from './sound-rules.ts'

/** A recording that can be played. */
export interface Recording {
  voicemailId: string
  messageId: string
  contactId: string
  /** The caller's name, shown in the playback bar. */
  name: string
  url: string
  durationSec: number
}

/** The state of the single player of the page. */
export interface Sound {
  recording: Recording | null
  isPlaying: boolean
  /** Seconds from the start. */
  at: number
  speed: Speed
  /** It could not be loaded, for example because its link has expired. */
  isBroken: boolean
}

const stopped: Sound = { recording: null, isPlaying: false, at: 0, speed: 1, isBroken: false }
let sound = stopped
let player: HTMLAudioElement | undefined
let onPlayingChange: (voicemailId: string | null) => void = () => {}
const listeners = new Set<() => void>()

function change(part: Partial<Sound>): void {
  const marked = sound.isPlaying ? sound.recording?.voicemailId : undefined
  sound = { ...sound, ...part }
  const playing = sound.isPlaying ? sound.recording?.voicemailId : undefined
  if (playing !== marked) onPlayingChange(playing ?? null)
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

/** Plays a recording from a position in seconds; stops what played before. */
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

/** Pauses; the position is kept. */
export function pauseSound(): void {
  player?.pause()
}

/** Seeks in the open recording, in seconds. */
export function seekSound(at: number): void {
  if (player && sound.recording) player.currentTime = at
  change({ at })
}

/** Switches to the next playback speed. */
export function changeSpeed(): void {
  const speed = nextSpeed(sound.speed)
  if (player) player.playbackRate = speed
  change({ speed })
}

/** Stops the playback and closes the recording. */
export function endSound(): void {
  player?.pause()
  player?.removeAttribute('src')
  change({ recording: null, isPlaying: false, at: 0, isBroken: false })
}

/** Registers the listener for changes of the playing voicemail; replaces the previous listener. */
export function onPlaying(listener: (voicemailId: string | null) => void): void {
  onPlayingChange = listener
}

/** Returns the state of the player and re-renders on changes. */
export function useSound(): Sound {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => sound,
  )
}
