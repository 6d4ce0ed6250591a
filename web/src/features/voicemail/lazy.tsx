import { lazyPart } from '../../shared/lib/lazy-part.ts'

/** The player of a voicemail; its code loads with the first one in view. */
export const LazyVoicePlayer = lazyPart(() => import('./VoicePlayer.tsx'))

/** The playback bar that stays across pages; its code loads once something was played. */
export const LazyVoicemailBar = lazyPart(() => import('./VoicemailBar.tsx'))
