import { z } from "zod";

/** Folders with commas between: absolute, or in the user's home. A slash at the end is dropped. */
export const Folders = z.string().transform((text, context) => {
  const folders = text.split(",").flatMap((each) => each.trim().replace(/(?<=.)\/+$/, "") || []);
  for (const folder of folders)
    if (!/^(?:\/|~$|~\/)/.test(folder))
      context.addIssue({ code: "custom", message: `"${folder}" is not a folder: it begins with / or ~/` });
  return folders;
});
