// Owns voicemail playback: the single player of the page, its waveform and transcript. Must not depend on how calls are
// received.
export { LazyVoicemailBar, LazyVoicePlayer } from './lazy.tsx'
