/**
 * Share the picture at this address by the phone's share sheet. Resolve even if the user cancels; reject if the picture
 * cannot be loaded, or if the share sheet does not accept it.
 */
export async function share(address) {
  const picture = await (await fetch(address)).blob();
  const files = [new File([picture], "scorekeeper.png", { type: picture.type })];
  if (!navigator.canShare({ files })) throw new Error("no files");
  try {
    await navigator.share({ files });
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}
