import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isRefusal } from '../../api/send.ts'
import { StatePanel } from './StatePanel.tsx'

/** In place of one thing that could not be loaded: it was deleted or never existed, or the connection failed. */
export function LoadFailed({
  error,
  onRetry,
  gone,
  list,
}: {
  /** Undefined when the answer was that there is nothing. */
  error: unknown
  onRetry: () => void
  /** Says that the thing does not exist. */
  gone: string
  /** The list that it was in. */
  list: { to: string; name: ReactNode }
}) {
  // An address that names nothing, such as one that was cut, is refused as invalid.
  const isGone = error === undefined || (isRefusal(error) && (error.code === 'not_found' || error.code === 'invalid'))
  if (!isGone) return <StatePanel kind="error" error={error} onRetry={onRetry} />
  return (
    <StatePanel
      kind="noMatch"
      title={gone}
      action={
        <Button component={Link} to={list.to} variant="default">
          {list.name}
        </Button>
      }
    />
  )
}
