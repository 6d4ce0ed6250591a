/** The standard targets of a column, in addition to custom fields; `fullname` is split into first and last name. */
export const TARGETS = [
  'firstname',
  'lastname',
  'fullname',
  'preferredName',
  'phone',
  'email',
  'employeeId',
  'jobTitle',
  'department',
  'location',
  'language',
  'timezone',
  'hireDate',
  'birthday',
  'work',
  'shift',
  'groups',
] as const

export type Target = (typeof TARGETS)[number]

/** Checks whether a text is a standard target. */
export function isTarget(text: string): text is Target {
  return (TARGETS as readonly string[]).includes(text)
}

/**
 * Column names in exports of payroll, HR and scheduling systems, in English and Spanish, as `plainHeader` normalizes
 * them.
 */
export const SYNONYMS: Record<Target, string> = {
  firstname:
    'first name|firstname|f name|fname|first|given name|given names|forename|legal first name|employee first name|worker first name|name first|nombre|nombres|primer nombre|nombre de pila|nombre del empleado',
  lastname:
    'last name|lastname|l name|lname|last|surname|family name|second name|legal last name|employee last name|worker last name|name last|apellido|apellidos|primer apellido|apellido paterno',
  fullname:
    'name|full name|fullname|employee name|employee|worker|worker name|contact name|display name|legal name|team member|staff name|associate name|person|nombre completo|nombre y apellido|nombre y apellidos|empleado|trabajador|colaborador',
  preferredName:
    'preferred name|preferred first name|nickname|nick name|goes by|known as|chosen name|nombre preferido|apodo|alias',
  phone:
    'phone|mobile|cell|cell phone|cellphone|cell number|cell no|mobile phone|mobile number|mobile no|phone number|phone no|telephone|telephone number|tel|tel no|contact number|primary phone|personal phone|personal mobile|personal cell phone|sms|sms number|text number|home cell|phone 1|phone1|telefono|numero de telefono|celular|numero de celular|telefono celular|movil|telefono movil|numero movil|tel movil|cel|cel no|cell ph|mobile ph|mob|mob no|handy|handynummer|handy nummer|mobilnummer',
  email:
    'email|e mail|email address|e mail address|mail|work email|personal email|primary email|home email|correo|correo electronico|correo e|email personal',
  employeeId:
    'employee id|emp id|empid|employee no|employee number|employee code|emp no|emp number|emp code|worker id|associate id|badge id|staff id|personnel number|payroll id|payroll number|file number|file no|ee id|ee number|eeid|id number|external id|clock number|person number|id|numero de empleado|no de empleado|id empleado|id de empleado|codigo de empleado|legajo|matricula|nomina|numero de nomina',
  jobTitle:
    'job title|title|job|position|position title|role|job name|job description|occupation|business title|puesto|cargo|posicion|titulo del puesto|rol|ocupacion',
  department:
    'department|dept|department name|dept name|dept code|department code|home department|division|team|cost center|cost center name|business unit|departamento|depto|area|division|centro de costo|centro de costos',
  location:
    'location|site|work location|location name|site name|store|store name|branch|plant|facility|work site|office|city|home location|ubicacion|sitio|sede|sucursal|planta|tienda|ciudad|lugar de trabajo|centro de trabajo',
  language:
    'language|preferred language|lang|primary language|spoken language|language preference|locale|idioma|lengua|idioma preferido|idioma principal',
  timezone: 'time zone|timezone|tz|zona horaria|huso horario',
  hireDate:
    'hire date|date of hire|hired|hired on|start date|date hired|original hire date|most recent hire date|last hire date|employment date|employment start date|joining date|date of joining|join date|seniority date|hiredate|startdate|fecha de contratacion|fecha de ingreso|fecha de alta|fecha de inicio|ingreso|alta',
  birthday:
    'birthday|birth date|date of birth|dob|birthdate|born|b day|bday|fecha de nacimiento|nacimiento|cumpleanos|f nacimiento|fec nac',
  work: 'status|employment status|employee status|worker status|work status|active|position status|estado|estatus|situacion|estado laboral|activo',
  shift: 'shift|shift name|work shift|assigned shift|turno|nombre del turno|turno asignado|turno de trabajo',
  groups:
    'group|groups|group name|group names|tags|lists|teams|shift group|schedule group|grupo|grupos|equipo|equipos|etiquetas|listas',
}
