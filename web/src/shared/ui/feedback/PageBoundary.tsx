import { Trans, useLingui } from '@lingui/react/macro'
import { Component, type ReactNode } from 'react'
import { reportError } from '../../lib/report-error.ts'
import { StatePanel } from './StatePanel.tsx'

function Broken() {
  const { t } = useLingui()
  return (
    <StatePanel
      kind="error"
      title={t`This page stopped working`}
      text={<Trans>Your drafts are saved. Reload the page to continue.</Trans>}
      onRetry={() => location.reload()}
    />
  )
}

export interface PageBoundaryProps {
  /** Another value is another page, which resets the error. */
  page: string
  children: ReactNode
}

/** Contains an error in one page; the application around it keeps working. */
export class PageBoundary extends Component<PageBoundaryProps, { brokenAt: string | null }> {
  override state: { brokenAt: string | null } = { brokenAt: null }

  static getDerivedStateFromProps({ page }: PageBoundaryProps, state: { brokenAt: string | null }) {
    return state.brokenAt !== null && state.brokenAt !== page && state.brokenAt !== '' ? { brokenAt: null } : null
  }

  static getDerivedStateFromError() {
    return { brokenAt: '' }
  }

  override componentDidCatch(error: unknown): void {
    this.setState({ brokenAt: this.props.page })
    reportError('a page stopped working', error)
  }

  override render() {
    return this.state.brokenAt === null ? this.props.children : <Broken />
  }
}
