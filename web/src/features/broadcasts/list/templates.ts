import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  IconAlertTriangle,
  IconCash,
  IconClockEdit,
  IconCloudStorm,
  IconListCheck,
  IconUserPlus,
  type Icon,
} from '@tabler/icons-react'

/** A common broadcast to start from; the editor knows its text by the id. */
export interface BroadcastTemplate {
  id: 'shift' | 'closing' | 'payday' | 'safety' | 'survey' | 'welcome'
  label: MessageDescriptor
  /** What it is for. */
  hint: MessageDescriptor
  icon: Icon
}

/** The templates the list offers while nothing was sent yet. */
export const broadcastTemplates: BroadcastTemplate[] = [
  { id: 'shift', label: msg`Shift change`, hint: msg`New times, confirmed by reply`, icon: IconClockEdit },
  { id: 'closing', label: msg`Closing or weather`, hint: msg`A site stays closed`, icon: IconCloudStorm },
  { id: 'payday', label: msg`Payday`, hint: msg`Pay is in`, icon: IconCash },
  { id: 'safety', label: msg`Safety notice`, hint: msg`Everyone confirms it`, icon: IconAlertTriangle },
  { id: 'survey', label: msg`Survey`, hint: msg`One question, answered by text`, icon: IconListCheck },
  { id: 'welcome', label: msg`Welcome`, hint: msg`The first text to new people`, icon: IconUserPlus },
]
