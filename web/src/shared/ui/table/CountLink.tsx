import { formatNumber } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import classes from './CountLink.module.css'

export interface CountLinkProps {
  count: number
  /** The list of exactly the counted items, with the filter in the URL. */
  to: string
  /** What is counted, for screen readers: "opted out contacts". */
  label: string
}

/** A count that links to the counted items; zero is not a link. */
export function CountLink({ count, to, label }: CountLinkProps) {
  const { i18n } = useLingui()
  const number = formatNumber(count, i18n.locale)
  if (count === 0) return <span className={classes.zero}>{number}</span>
  return (
    <Link className={classes.link} to={to} aria-label={`${number} ${label}`}>
      {number}
    </Link>
  )
}
