import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import classes from '../Groups.module.css'
import { groupTemplates, type GroupTemplate } from './templates.ts'

export interface TemplateButtonsProps {
  onPick: (template: GroupTemplate) => void
}

/** Buttons for the most common smart groups. */
export function TemplateButtons({ onPick }: TemplateButtonsProps) {
  const { t, i18n } = useLingui()
  return (
    <div className={classes.templates} role="group" aria-label={t`Start from`}>
      {groupTemplates.map((template) => (
        <Button
          key={template.id}
          variant="default"
          size="xs"
          leftSection={<template.icon size={16} stroke={1.75} />}
          onClick={() => onPick(template)}
        >
          {i18n._(template.label)}
        </Button>
      ))}
    </div>
  )
}
