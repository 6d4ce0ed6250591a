import { lazy } from 'react'

/** The player of a voicemail; its code comes with the first one in sight. */
export const LazyVoicePlayer = lazy(() => import('./VoicePlayer.tsx'))

/** What follows the listener from page to page; its code comes when something was played. */
export const LazyVoicemailBar = lazy(() => import('./VoicemailBar.tsx'))
