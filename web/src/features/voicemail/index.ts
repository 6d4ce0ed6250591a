// Owns hearing a voicemail: the one player of the page, its picture and transcript. Must never know how calls are taken.
export { LazyVoicemailBar, LazyVoicePlayer } from './lazy.tsx'
