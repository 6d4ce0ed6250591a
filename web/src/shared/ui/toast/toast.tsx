import { INAPP_TOAST_AUTO_CLOSE_MS, TOAST_AUTO_CLOSE_MS } from '@crewline/contract/limits'
import { t } from '@lingui/core/macro'
import { notifications, notificationsStore, type NotificationData } from '@mantine/notifications'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { Suspense, type ReactNode } from 'react'
import { isExplained, isRefusal } from '../../api/send.ts'
import { offerUndo } from '../../lib/last-undo.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { whenReleased } from '../../lib/when-released.ts'
import { LinkToast, NewMessageToast, UndoToast } from './ToastContent.tsx'
import classes from './toast.module.css'

export interface ApiNotification {
  title: string
  message: string
}

export interface InAppEvent {
  /** `error` is red with an icon, `success` green with an icon, anything else blue without. */
  type: string
  title?: string
  message: string
  /** false keeps it open, a number is its duration in ms; 5 s when absent. */
  timeout?: false | number
  /** Shows a spinner instead of the icon. */
  loading?: boolean
  /** Closes every earlier toast. */
  cleanQueue?: boolean
  /** Replaces an earlier toast with the same key. */
  key?: string
  /** Makes the whole toast a link. */
  onOpen?: () => void
}

export interface NewMessage {
  contactId: string
  name: string
  text: string
  /** Shown instead of the text when the message was translated. */
  translation?: string
  onOpen: (contactId: string) => void
}

export interface Undoable {
  /** The completed action, in the past tense: "Archived." */
  message: string
  onUndo: () => void
  /** Called once when the time is over or the toast is closed without Undo. */
  onKeep?: () => void
  /** The time in which Undo works, in ms, when hover and focus cannot extend it. */
  fixedMs?: number
}

type Tone = 'red' | 'green' | 'blue' | 'gray'

const undoPrefix = 'undo-'
const unseen = new Map<string, number>()
const openToasts = new Set<string>()

function dressed(tone: Tone, toast: NotificationData & { icon?: ReactNode }): NotificationData {
  return {
    position: 'top-right',
    role: tone === 'red' ? 'alert' : 'status',
    color: tone,
    radius: 'md',
    style: { '--toast-color': `var(--mantine-color-${tone}-text)` },
    classNames: {
      root: classes.toast,
      icon: classes.icon,
      title: classes.title,
      description: classes.text,
      closeButton: classes.close,
    },
    loaderProps: { size: 20 },
    closeButtonProps: { 'aria-label': t`Close` },
    ...toast,
  }
}

function show(tone: Tone, toast: NotificationData & { icon?: ReactNode }): string {
  return notifications.show(dressed(tone, toast))
}

function toneIcon(tone: Tone): ReactNode {
  const IconComponent = tone === 'red' ? IconAlertCircle : tone === 'green' ? IconCheck : undefined
  return IconComponent && <IconComponent size={20} stroke={1.75} aria-hidden />
}

/** Shows the message of an API response: red for ERROR, green for OK, 4 s. */
function api(notification: ApiNotification, status: 'OK' | 'ERROR'): void {
  const tone = status === 'ERROR' ? 'red' : 'green'
  const { title, message } = notification
  show(tone, { title, message, icon: toneIcon(tone), autoClose: TOAST_AUTO_CLOSE_MS })
}

/**
 * Explains why a call failed, in red for 4 s; nothing when the server's own notification or the login page explains it
 * already. Every caller of a call uses this, so that one failure never shows two toasts.
 */
function failed(error: unknown, notification: ApiNotification): void {
  if (isRefusal(error) && isExplained(error)) return
  api(notification, 'ERROR')
}

/** Shows a notification pushed by the server; its type, timeout and queue flags determine the look. */
function inApp(event: InAppEvent): void {
  if (event.cleanQueue) {
    // Never an Undo: it is the only way back.
    notifications.updateState(notificationsStore, (shown) => shown.filter(({ id }) => id?.startsWith(undoPrefix)))
    openToasts.clear()
    unseen.clear()
  }
  const tone = event.type === 'error' ? 'red' : event.type === 'success' ? 'green' : 'blue'
  const { key, onOpen } = event
  const id = key === undefined ? `in-app-${crypto.getRandomValues(new Uint32Array(2)).join('-')}` : `in-app-${key}`
  function open(): void {
    notifications.hide(id)
    onOpen?.()
  }
  const content: NotificationData = {
    id,
    title: event.title,
    message: onOpen ? <LinkToast message={event.message} onOpen={open} /> : event.message,
    icon: toneIcon(tone),
    loading: event.loading ?? false,
    autoClose: event.timeout ?? INAPP_TOAST_AUTO_CLOSE_MS,
    onClose: () => openToasts.delete(id),
  }
  // A toast with the same key is updated in place.
  if (openToasts.has(id)) notifications.update(dressed(tone, content))
  else show(tone, content)
  openToasts.add(id)
}

/**
 * Shows a message from a contact; further ones from the same contact increase the count of one toast. The caller
 * decides whether to show a toast.
 */
function newMessage(message: NewMessage): void {
  const id = `message-${message.contactId}`
  const count = (unseen.get(id) ?? 0) + 1
  unseen.set(id, count)
  function open(): void {
    notifications.hide(id)
    message.onOpen(message.contactId)
  }
  const toast: NotificationData = {
    id,
    message: (
      <NewMessageToast name={message.name} text={message.translation ?? message.text} count={count} onOpen={open} />
    ),
    withCloseButton: false,
    autoClose: INAPP_TOAST_AUTO_CLOSE_MS,
    onClose: () => unseen.delete(id),
  }
  if (count > 1 && notifications.update(toast)) return
  show('blue', toast)
}

/** Shows a completed action with Undo for 5 s, paused on hover and focus, or for a fixed time. */
function undo(action: Undoable): void {
  const id = undoPrefix + crypto.randomUUID()
  let undone = false
  const noMore = offerUndo(id, takeBack)
  function takeBack(): void {
    undone = true
    noMore()
    notifications.hide(id)
    action.onUndo()
  }
  show('gray', {
    id,
    position: matchMedia('(max-width: 47.99em)').matches ? 'bottom-center' : 'bottom-right',
    message: <UndoToast {...action} onUndo={takeBack} onTimeout={() => notifications.hide(id)} />,
    withCloseButton: false,
    autoClose: false,
    onClose: () => {
      noMore()
      if (!undone) action.onKeep?.()
    },
  })
}

/**
 * The kinds of toast in the product. Those that can come at any moment wait while a button is pressed: they lie over the
 * buttons of a thread, and would take the click.
 */
export const toast = {
  api: (...args: Parameters<typeof api>) => whenReleased(() => api(...args)),
  failed: (...args: Parameters<typeof failed>) => whenReleased(() => failed(...args)),
  inApp: (event: InAppEvent) => whenReleased(() => inApp(event)),
  newMessage: (message: NewMessage) => whenReleased(() => newMessage(message)),
  undo,
}

const ToastContainer = lazyPart(async () => ({ default: (await import('./ToastContainer.tsx')).ToastContainer }))

/** Renders the containers of toasts; mounted once by each page that shows any. */
export function Toasts() {
  return (
    <Suspense fallback={null}>
      <ToastContainer />
    </Suspense>
  )
}
