import { Tooltip, type TooltipProps } from '@mantine/core'
import { useEffect, useId } from 'react'

export interface HintTipProps extends Pick<TooltipProps, 'position' | 'maw'> {
  target: HTMLElement
  label: string
  onClose: () => void
}

/** Shows the text of a hint next to its target; Escape closes it. */
export function HintTip({ target, onClose, ...tooltipProps }: HintTipProps) {
  const id = useId()
  useEffect(() => {
    const before = target.getAttribute('aria-describedby')
    target.setAttribute('aria-describedby', before ? `${before} ${id}` : id)
    return () => {
      if (before === null) target.removeAttribute('aria-describedby')
      else target.setAttribute('aria-describedby', before)
    }
  }, [target, id])
  useEffect(() => {
    const handleKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [onClose])
  return (
    <Tooltip
      {...tooltipProps}
      id={id}
      role="tooltip"
      target={target}
      opened
      multiline={tooltipProps.maw !== undefined}
    />
  )
}
