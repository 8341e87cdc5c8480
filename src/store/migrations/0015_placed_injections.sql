-- Behind which message or call of the client's conversation an injected text stands, and its whole text (in pack_texts):
-- it is put there again, byte for byte, with every request that still holds the place.
ALTER TABLE injections ADD COLUMN place TEXT;
ALTER TABLE injections ADD COLUMN text_hash INTEGER;
