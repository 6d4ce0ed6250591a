import { lazyPart } from '../../shared/lib/lazy-part.ts'

/** The player of a voicemail; its code comes with the first one in sight. */
export const LazyVoicePlayer = lazyPart(() => import('./VoicePlayer.tsx'))

/** What follows the listener from page to page; its code comes when something was played. */
export const LazyVoicemailBar = lazyPart(() => import('./VoicemailBar.tsx'))
