export { doctorCommand } from "../commands/doctor.ts";
